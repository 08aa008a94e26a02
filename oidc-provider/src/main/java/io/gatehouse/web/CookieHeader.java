package io.gatehouse.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;

/**
 * The cookies of a request, read from the header itself: a quotation mark in a cookie of somebody else's makes the
 * container lose all that follow.
 */
public final class CookieHeader {

    private CookieHeader() {}

    /** The values of all cookies of this name, in the order in which the browser sent them. */
    public static Stream<String> values(HttpServletRequest request, String name) {
        var start = name + "=";
        return Collections.list(request.getHeaders(HttpHeaders.COOKIE)).stream()
                .flatMap(header -> Stream.of(header.split(";")))
                .map(String::strip)
                .filter(cookie -> cookie.startsWith(start))
                .map(cookie -> cookie.substring(start.length()));
    }
}
