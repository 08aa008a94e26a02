package io.gatehouse.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;

/**
 * The cookies of a request, read from the header itself: a quotation mark in a foreign cookie makes the
 * container lose all cookies after it. They are read once for each request, because the firewall checks each
 * letter at each read.
 */
public final class CookieHeader {

    private static final String READ = CookieHeader.class.getName();

    private record Cookies(List<String> all) {}

    private CookieHeader() {}

    /** The values of all cookies of this name, in the order in which the browser sent them. */
    public static Stream<String> values(HttpServletRequest request, String name) {
        var start = name + "=";
        return cookies(request).all().stream()
                .filter(cookie -> cookie.startsWith(start))
                .map(cookie -> cookie.substring(start.length()));
    }

    private static Cookies cookies(HttpServletRequest request) {
        if (request.getAttribute(READ) instanceof Cookies read) {
            return read;
        }
        var cookies = new Cookies(Collections.list(request.getHeaders(HttpHeaders.COOKIE)).stream()
                .flatMap(header -> Stream.of(header.split(";")))
                .map(String::strip)
                .toList());
        request.setAttribute(READ, cookies);
        return cookies;
    }
}
