package io.gatehouse.oidc.http;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;

/**
 * Sites that are programs in the browser: the origins whose calls a browser may pass on to them (CORS). These
 * are the origins of the public sites' redirect URIs, and no others. Only for an origin of no configured or
 * added site the store is asked for registrations; while it is away, there are none. A call from another
 * origin is served, but its browser does not hand the answer to the page. No cookie plays a part in these
 * calls.
 */
public final class BrowserSites implements CorsConfigurationSource {

    private final Sites sites;
    private final Set<String> configured;

    public BrowserSites(Sites sites) {
        this.sites = sites;
        this.configured = origins(sites.ofTheFiles()).collect(Collectors.toUnmodifiableSet());
    }

    /** The endpoints of such a program: to push requests, to get tokens or device codes, to ask of them, to revoke. */
    public static String[] paths() {
        return new String[] {
            Paths.PUSHED,
            Paths.TOKEN,
            Paths.USERINFO,
            Paths.USERINFO_OF_AWS,
            Paths.REVOCATION,
            Paths.DEVICE_AUTHORIZATION
        };
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(HttpServletRequest http) {
        var origin = http.getHeader(HttpHeaders.ORIGIN);
        if (origin == null || !isKnown(origin)) {
            return null;
        }
        var allowed = new CorsConfiguration();
        allowed.setAllowedOrigins(List.of(origin));
        allowed.setAllowedMethods(List.of("GET", "POST"));
        allowed.setAllowedHeaders(List.of(HttpHeaders.AUTHORIZATION, HttpHeaders.CONTENT_TYPE, "DPoP"));
        allowed.setExposedHeaders(List.of(HttpHeaders.WWW_AUTHENTICATE));
        allowed.setMaxAge(Duration.ofHours(1));
        return allowed;
    }

    private boolean isKnown(String origin) {
        try {
            return configured.contains(origin)
                    || origins(sites.all()).anyMatch(origin::equals)
                    || origins(sites.registered()).anyMatch(origin::equals);
        } catch (StoreUnavailableException away) {
            return false;
        }
    }

    private static Stream<String> origins(Collection<Site> sites) {
        return sites.stream()
                .filter(Site::isPublic)
                .flatMap(site -> site.redirectUris().stream())
                .flatMap(BrowserSites::origin);
    }

    /** The origin of an address as browsers write it (RFC 6454 section 6.2); apps of their own schemes have none. */
    public static Stream<String> origin(String address) {
        var uri = URI.create(address);
        var isDefault = uri.getPort() == (uri.getScheme().equals("https") ? 443 : 80);
        var port = uri.getPort() < 0 || isDefault ? "" : ":" + uri.getPort();
        return uri.getHost() != null && uri.getScheme().matches("https?")
                ? Stream.of(uri.getScheme() + "://" + uri.getHost() + port)
                : Stream.empty();
    }
}
