package io.gatehouse.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/**
 * Parameters as they stand in the query of an address and in the body of a form.
 *
 * <p>Addresses are added to as texts and not taken apart: a site compares its redirect URI byte for byte, and
 * {@code UriComponentsBuilder} puts together again something else of {@code app:callback} and of an empty
 * query.
 */
public final class Query {

    private Query() {}

    /** Names and values, each strictly encoded: nothing but letters, digits and - . _ ~ stays as it is. */
    public static String of(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(parameter ->
                        UriUtils.encode(parameter.getKey(), UTF_8) + "=" + UriUtils.encode(parameter.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    /** The languages that a site asked for, as a parameter of the next address; empty if they are oddly many. */
    public static String locales(Optional<String> asked) {
        return asked.filter(tags -> !tags.isEmpty() && tags.length() <= 200)
                .map(tags -> of(Map.of("ui_locales", tags)))
                .orElse("");
    }

    /** The address with these parameters, written already, behind the query that it may have. */
    public static String append(String address, String query) {
        if (query.isEmpty()) {
            return address;
        }
        if (!address.contains("?")) {
            return address + "?" + query;
        }
        return address + (address.endsWith("?") || address.endsWith("&") ? "" : "&") + query;
    }

    /** Decoded, and as often as they stand there; what cannot be decoded is left as it is. */
    public static MultiValueMap<String, String> read(@Nullable String query) {
        var parameters = new LinkedMultiValueMap<String, String>();
        UriComponentsBuilder.newInstance()
                .query(Objects.requireNonNullElse(query, ""))
                .build()
                .getQueryParams()
                .forEach((name, values) -> values.forEach(value -> parameters.add(decoded(name), decoded(value))));
        return parameters;
    }

    private static String decoded(@Nullable String text) {
        try {
            return text == null ? "" : URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }
}
