package io.gatehouse.awsapi.auth;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A request as it came, with nothing decoded.
 *
 * @param path as it was sent
 * @param query as it was sent; empty where there is none
 * @param headers by their names in lower case
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SignedRequest(String method, String path, String query, Map<String, List<String>> headers, byte[] body) {

    static SignedRequest of(HttpServletRequest http, byte[] body) {
        var headers = new TreeMap<String, List<String>>();
        Collections.list(http.getHeaderNames())
                .forEach(name -> headers.put(name.toLowerCase(Locale.ROOT), Collections.list(http.getHeaders(name))));
        return new SignedRequest(
                http.getMethod(),
                http.getRequestURI(),
                Objects.requireNonNullElse(http.getQueryString(), ""),
                headers,
                body);
    }

    /** The first value of a header; empty where there is none. */
    String header(String name) {
        return headers.getOrDefault(name, List.of("")).get(0);
    }
}
