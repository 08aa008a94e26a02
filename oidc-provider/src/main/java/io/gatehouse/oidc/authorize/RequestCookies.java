package io.gatehouse.oidc.authorize;

import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.web.CookieHeader;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * The cookies in which a parked request travels with its visitor. One is set for each address that answers
 * requests, with that path, so that no board, page or picture carries it. A newer request of the same site
 * takes the place of the older one.
 *
 * <p>Proxies bound the headers of an answer, often to 4 KB, and those of a request to 8 KB. So a query has a
 * bound, and a browser has three names in a room: sites share them, and the request that came last stays.
 */
final class RequestCookies {

    /** Characters of a query and of the address of the line. Sealed, a query has half as many more, and 400. */
    static final int LONGEST = 900;

    private static final int NAMES = 3;

    private final boolean isSecure;

    RequestCookies(Issuer issuer) {
        this.isSecure = issuer.isSecure();
    }

    /** All values that the browser has brought. */
    Stream<String> read(HttpServletRequest http) {
        return IntStream.range(0, NAMES).boxed().flatMap(number -> CookieHeader.values(http, name(number)));
    }

    void write(Site site, String value, Duration lifetime, HttpServletResponse response) {
        var others = site.isFapi() ? Stream.of("leave") : Stream.<String>of();
        Stream.concat(Stream.of("enter", "continue"), others)
                .map(path -> ResponseCookie.from(name(site), value)
                        .path(RoomPaths.of(site.room()) + path)
                        .secure(isSecure)
                        .httpOnly(true)
                        .sameSite("Lax")
                        .maxAge(lifetime)
                        .build())
                .forEach(cookie -> response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString()));
    }

    void remove(Site site, HttpServletResponse response) {
        write(site, "", Duration.ZERO, response);
    }

    /** Nodes agree on it, also while some of them do not know a new site yet. */
    private String name(Site site) {
        return name(Math.floorMod(site.name().hashCode(), NAMES));
    }

    private String name(int number) {
        return (isSecure ? "__Secure-" : "") + "gatehouse-request-" + number;
    }
}
