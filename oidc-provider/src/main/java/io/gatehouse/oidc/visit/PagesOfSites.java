package io.gatehouse.oidc.visit;

import io.gatehouse.oidc.http.BrowserSites;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.filter.CorsFilter;

/**
 * Says which pages may read the answers of the visit's address (CORS): those of the room's own sites. These
 * are the origins of their redirect URIs and of their entry, which a site behind a broker has elsewhere. No
 * cookie plays a part, so no page may send one along.
 */
final class PagesOfSites extends CorsFilter {

    private static final String END = "/visit";

    PagesOfSites(Sites sites, Issuer issuer) {
        super(request -> configuration(request, sites, issuer));
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return RoomPaths.room(request.getRequestURI(), END).isEmpty();
    }

    private static @Nullable CorsConfiguration configuration(HttpServletRequest request, Sites sites, Issuer issuer) {
        var origin = request.getHeader(HttpHeaders.ORIGIN);
        var room = RoomPaths.room(request.getRequestURI(), END).orElseThrow();
        if (origin == null || !isKnown(origin, room, sites, issuer)) {
            return null;
        }
        var allowed = new CorsConfiguration();
        allowed.setAllowedOrigins(List.of(origin));
        allowed.setAllowedMethods(List.of("GET", "POST"));
        allowed.setAllowedHeaders(List.of(HttpHeaders.AUTHORIZATION));
        allowed.setExposedHeaders(List.of(HttpHeaders.WWW_AUTHENTICATE, HttpHeaders.RETRY_AFTER));
        allowed.setMaxAge(Duration.ofHours(1));
        return allowed;
    }

    /** Only for an origin of no configured or added site the store is asked; while it is away, it knows none. */
    private static boolean isKnown(String origin, String room, Sites sites, Issuer issuer) {
        try {
            return areOf(origin, room, sites.all(), issuer) || areOf(origin, room, sites.registered(), issuer);
        } catch (StoreUnavailableException away) {
            return false;
        }
    }

    private static boolean areOf(String origin, String room, Collection<Site> sites, Issuer issuer) {
        return sites.stream()
                .filter(site -> site.room().value().equals(room))
                .flatMap(site -> Stream.concat(site.redirectUris().stream(), site.entryUrl(issuer).stream()))
                .flatMap(BrowserSites::origin)
                .anyMatch(origin::equals);
    }
}
