package io.gatehouse.oidc.logout;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.client.SiteRefusals.Reason;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;

/** Reads requests at {@code /logout}, and counts those that are refused as the refused logins are. */
final class LogoutRequests {

    /**
     * A request, as read.
     *
     * @param site absent when it names none: then there is no address to lead to either
     * @param subject whom the hint names
     * @param refusal what is wrong with it, for the developer of the site; nothing of what was sent is in it
     */
    record Logout(
            Optional<Site> site,
            Optional<String> subject,
            Optional<String> redirectUri,
            Optional<String> state,
            Optional<String> refusal) {}

    private final Sites sites;
    private final OwnJwts hints;
    private final SiteRefusals refusals;

    LogoutRequests(Sites sites, OwnJwts hints, SiteRefusals refusals) {
        this.sites = sites;
        this.hints = hints;
        this.refusals = refusals;
    }

    Logout read(HttpServletRequest http) {
        var hint = parameter(http, "id_token_hint");
        var claims = hint.flatMap(hints::readIdToken);
        var audience = claims.map(JWTClaimsSet::getAudience).orElse(List.of());
        var named = parameter(http, "client_id").or(() -> audience.stream().findFirst());
        var site = named.flatMap(sites::byClientId);
        var redirectUri = parameter(http, "post_logout_redirect_uri");
        var refusal = Optional.<String>empty();
        if (hint.isPresent() && claims.isEmpty()) {
            refusal = refuse(Reason.LOGOUT, site, "id_token_hint was not issued here");
        } else if (claims.isPresent() && !named.map(audience::contains).orElse(false)) {
            refusal = refuse(Reason.LOGOUT, site, "id_token_hint was issued to another client");
        } else if (named.isPresent() && site.isEmpty()) {
            refusals.count(Reason.UNKNOWN_CLIENT, Optional.empty(), named.get());
            refusal = Optional.of("client_id is not registered here");
        } else if (redirectUri.isPresent() && site.isEmpty()) {
            refusal = refuse(Reason.LOGOUT, site, "id_token_hint is missing, and so is client_id");
        } else if (redirectUri.isPresent() && !leadsTo(site.get(), redirectUri.get())) {
            refusals.count(Reason.UNKNOWN_POST_LOGOUT_REDIRECT_URI, site.map(Site::clientId), redirectUri.get());
            refusal = Optional.of("post_logout_redirect_uri is not registered for this client");
        }
        return new Logout(site, claims.map(JWTClaimsSet::getSubject), redirectUri, parameter(http, "state"), refusal);
    }

    private Optional<String> refuse(Reason reason, Optional<Site> site, String why) {
        refusals.count(reason, site.map(Site::clientId), why);
        return Optional.of(why);
    }

    private static boolean leadsTo(Site site, String redirectUri) {
        return site.settings().postLogoutRedirectUris().contains(redirectUri);
    }

    /** A parameter that says something. */
    static Optional<String> parameter(HttpServletRequest http, String name) {
        return Optional.ofNullable(http.getParameter(name)).filter(value -> !value.isEmpty());
    }
}
