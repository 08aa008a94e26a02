package io.gatehouse.metrics;

import io.gatehouse.secret.Digests;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /metrics}: what Prometheus scrapes, with the token of the configuration; in the format of OpenMetrics 1.0 for whoever asks
 * for that, and in Prometheus' own text format 0.0.4 for everybody else. Not there where no token is set.
 */
@RestController
@ConditionalOnProperty("gatehouse.metrics.token")
class ScrapeEndpoint {

    static final String PATH = "/metrics";

    private static final String BEARER = "Bearer ";

    private final PrometheusMeterRegistry registry;
    private final String token;

    ScrapeEndpoint(PrometheusMeterRegistry registry, MetricsProperties settings) {
        this.registry = registry;
        this.token = Digests.sha256(String.valueOf(settings.token()));
    }

    @GetMapping(PATH)
    ResponseEntity<String> scrape(HttpServletRequest http) {
        var shown = shown(http);
        if (shown.filter(this::isToken).isEmpty()) {
            // Whoever has shown nothing is told no error (RFC 6750 section 3.1).
            var challenge = "Bearer realm=\"Gatehouse\"" + (shown.isEmpty() ? "" : ", error=\"invalid_token\"");
            return ResponseEntity.status(401)
                    .cacheControl(CacheControl.noStore())
                    .header(HttpHeaders.WWW_AUTHENTICATE, challenge)
                    .build();
        }
        var format = format(http);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.parseMediaType(format))
                .body(registry.scrape(format));
    }

    private boolean isToken(String shown) {
        return Digests.isEqual(Digests.sha256(shown), token);
    }

    private static String format(HttpServletRequest http) {
        var accepted = http.getHeader(HttpHeaders.ACCEPT);
        return accepted != null && accepted.contains("application/openmetrics-text")
                ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                : "text/plain; version=0.0.4; charset=utf-8";
    }

    private static Optional<String> shown(HttpServletRequest http) {
        return Optional.ofNullable(http.getHeader(HttpHeaders.AUTHORIZATION))
                .filter(header -> header.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .map(header -> header.substring(BEARER.length()).strip());
    }
}
