package io.gatehouse.panel;

import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /panel/api/metrics}: what Prometheus scrapes, with an API client's token that may read rooms. */
@RestController
class MetricsEndpoint {

    private final PrometheusMeterRegistry registry;

    MetricsEndpoint(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/metrics")
    ResponseEntity<String> metrics() {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8"))
                .body(registry.scrape());
    }
}
