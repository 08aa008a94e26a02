package io.gatehouse.metrics;

import io.gatehouse.secret.Digests;
import io.gatehouse.web.BearerScheme;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/**
 * {@code GET /metrics}: what Prometheus scrapes, with the token of the configuration. Not there where no
 * token is set.
 */
@RestController
@ConditionalOnProperty("gatehouse.metrics.token")
class ScrapeEndpoint {

    static final String PATH = "/metrics";

    private final Scrapes scrapes;
    private final String token;

    ScrapeEndpoint(Scrapes scrapes, MetricsProperties settings) {
        this.scrapes = scrapes;
        this.token = Digests.sha256(String.valueOf(settings.token()));
    }

    @GetMapping(PATH)
    ResponseEntity<String> scrape(WebRequest http) {
        var shown = BearerScheme.token(http.getHeader(HttpHeaders.AUTHORIZATION));
        if (shown.filter(this::isToken).isEmpty()) {
            return ResponseEntity.status(401)
                    .cacheControl(CacheControl.noStore())
                    .header(HttpHeaders.WWW_AUTHENTICATE, BearerScheme.challenge(shown.isPresent()))
                    .build();
        }
        return scrapes.answer(http);
    }

    private boolean isToken(String shown) {
        return Digests.isEqual(Digests.sha256(shown), token);
    }
}
