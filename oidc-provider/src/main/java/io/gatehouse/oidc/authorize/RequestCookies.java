package io.gatehouse.oidc.authorize;

import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.web.CookieHeader;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * The cookies in which a parked request travels with its visitor. One is set for each address that answers
 * requests, with that path, so that no board, page or picture carries it. A newer request of the same site
 * takes the place of the older one.
 *
 * <p>Proxies bound the cookies of a request, often to 8 KB. So a value has a bound, and a browser has three
 * names in a room: more sites than that share them, and the request that came last stays.
 */
final class RequestCookies {

    /** Characters of a value. Sealed, a query of 1,200 is as long. */
    static final int LONGEST = 2_000;

    private static final int NAMES = 3;

    private final Sites sites;
    private final boolean isSecure;

    RequestCookies(Sites sites, Issuer issuer) {
        this.sites = sites;
        this.isSecure = issuer.isSecure();
    }

    /** The values of this site that the browser has brought. */
    Stream<String> read(Site site, HttpServletRequest http) {
        return CookieHeader.values(http, name(site));
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

    private String name(Site site) {
        var index = sites.of(site.room()).indexOf(site);
        var number = Math.floorMod(index < 0 ? site.name().hashCode() : index, NAMES);
        return (isSecure ? "__Secure-" : "") + "gatehouse-request-" + number;
    }
}
