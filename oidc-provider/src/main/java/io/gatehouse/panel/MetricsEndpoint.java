package io.gatehouse.panel;

import io.gatehouse.metrics.Scrapes;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/** {@code GET /panel/api/metrics}: what Prometheus scrapes, with an API client's token that may read rooms. */
@RestController
class MetricsEndpoint {

    private final Scrapes scrapes;

    MetricsEndpoint(Scrapes scrapes) {
        this.scrapes = scrapes;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/metrics")
    ResponseEntity<String> metrics(WebRequest http) {
        return scrapes.answer(http);
    }
}
