package io.gatehouse.browser;

import io.gatehouse.setting.Issuer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;

/**
 * Tells a person's top-level navigation from everything else that fetches an address: prefetching, images,
 * frames, scripts, probes. Only a navigation may take a place. Decided by Fetch Metadata where the browser
 * sends it, else by what an old browser sends.
 */
public final class Navigation {

    private Navigation() {}

    /** Whether a person is going there. */
    public static boolean isNavigation(HttpServletRequest request) {
        return (request.getMethod().equals("GET") || request.getMethod().equals("POST"))
                && !isPrefetch(request)
                && headerIs(request, "Sec-Fetch-Mode", "navigate")
                && headerIs(request, "Sec-Fetch-Dest", "document")
                && request.getHeader("X-Requested-With") == null
                && acceptsHtml(request);
    }

    /** The answer to a request that is no navigation: small, uncached, and without a place. */
    public static void refuse(HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader(HttpHeaders.VARY, "Sec-Fetch-Mode, Sec-Fetch-Dest, Sec-Purpose, Accept");
    }

    /** Whether the address is only being fetched in advance, in case a person goes there. */
    public static boolean isPrefetch(HttpServletRequest request) {
        return Stream.of("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz")
                .map(request::getHeader)
                .anyMatch(value -> value != null && lower(value).matches("(?s).*(prefetch|prerender|preview).*"));
    }

    /**
     * Whether a form was sent by a page that is not ours. A neighbour on the same site (SameSite cookies do
     * not keep it out) shows in {@code Sec-Fetch-Site}; older browsers send an {@code Origin}, which is
     * {@code null} from our own pages, because they send no referrer.
     */
    public static boolean isFromElsewhere(HttpServletRequest request, Issuer issuer) {
        var site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        var origin = request.getHeader("Origin");
        return origin != null && !origin.equals("null") && !origin.equals(issuer.value());
    }

    /** Refuses a form of such a page; false for any other, and then nothing is written. */
    public static boolean refuseFromElsewhere(HttpServletRequest request, HttpServletResponse response, Issuer issuer) {
        var isRefused = isFromElsewhere(request, issuer);
        if (isRefused) {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        }
        return isRefused;
    }

    private static boolean headerIs(HttpServletRequest request, String name, String expected) {
        var value = request.getHeader(name);
        return value == null || lower(value).strip().equals(expected);
    }

    private static boolean acceptsHtml(HttpServletRequest request) {
        var accept = request.getHeader("Accept");
        return accept == null
                || accept.isBlank()
                || Stream.of(lower(accept).split(","))
                        .map(range -> range.split(";", 2)[0].strip())
                        .anyMatch(range -> range.equals("text/html")
                                || range.equals("text/*")
                                || range.equals("*/*") && !mentionsImage(accept));
    }

    /** Old browsers ask for images with their formats first and anything last. */
    private static boolean mentionsImage(String accept) {
        return lower(accept).contains("image/") && !lower(accept).contains("text/html");
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
