package io.gatehouse.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.WebRequest;

/**
 * All meters of this node for a scraper: in OpenMetrics 1.0 if {@code Accept} prefers it, else in Prometheus'
 * text format 0.0.4 (RFC 9110 section 12.5.1). No {@code Accept} is refused: Prometheus reads the answer's
 * own type.
 */
public final class Scrapes {

    private static final MediaType OPEN_METRICS =
            MediaType.parseMediaType("application/openmetrics-text;version=1.0.0;charset=utf-8");
    private static final MediaType TEXT = MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8");

    private final PrometheusMeterRegistry registry;

    Scrapes(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    /** The answer to a request that may read them. */
    public ResponseEntity<String> answer(WebRequest http) {
        var asked = accepted(http.getHeaderValues(HttpHeaders.ACCEPT));
        var open = wish(asked, OPEN_METRICS);
        var format = open > 0 && open >= wish(asked, TEXT) ? OPEN_METRICS : TEXT;
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(format)
                .body(registry.scrape(format.toString()));
    }

    private static List<MediaType> accepted(String @Nullable [] headers) {
        try {
            return headers == null ? List.of() : MediaType.parseMediaTypes(List.of(headers));
        } catch (InvalidMediaTypeException unreadable) {
            return List.of();
        }
    }

    /**
     * The quality value ({@code q}) that the client gave this type in {@code Accept}, from 0 to 1. It stands
     * for types without a version and for {@code *} too.
     */
    private static double wish(List<MediaType> asked, MediaType format) {
        var versions = Set.of("", String.valueOf(format.getParameter("version")));
        return asked.stream()
                .filter(one -> format.equalsTypeAndSubtype(one) || format.equals(TEXT) && one.includes(format))
                .filter(one ->
                        versions.contains(String.valueOf(one.getParameters().getOrDefault("version", ""))))
                .mapToDouble(MediaType::getQualityValue)
                .max()
                .orElse(0);
    }
}
