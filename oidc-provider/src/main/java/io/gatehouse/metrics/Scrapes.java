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
 * All that is counted on this node, as a scraper reads it: in the format of OpenMetrics 1.0 for whoever wants that, and in Prometheus' own
 * text format 0.0.4 for everybody else (RFC 9110 section 12.5.1). Nobody is refused for what they accept: Prometheus reads
 * what the answer says it is.
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

    /** By how much somebody wants this one, from 0 to 1. Of all that have no version, and of {@code *}, it is the one meant. */
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
