package io.gatehouse.oidc.gate;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.oidc.token.AccessTokens;
import io.gatehouse.room.Place;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;

/** Finds visits by a token of ours, an ID token or an access token (opaque or JWT), or by one that others know. */
final class TokenVisits {

    private final OwnJwts idTokens;
    private final AccessTokens accessTokens;
    private final Sites sites;
    private final Admissions admissions;
    private final SubjectIdentifiers subjects;
    private final List<OtherTokens> others;
    private final Clock clock;

    TokenVisits(
            OwnJwts idTokens,
            AccessTokens accessTokens,
            Sites sites,
            Admissions admissions,
            SubjectIdentifiers subjects,
            Optional<List<OtherTokens>> others,
            Clock clock) {
        this.idTokens = idTokens;
        this.accessTokens = accessTokens;
        this.sites = sites;
        this.admissions = admissions;
        this.subjects = subjects;
        this.others = others.orElse(List.of());
        this.clock = clock;
    }

    /** The visit that the token was made for, if it has not expired and its admission is alive. */
    Optional<Visit> find(String token) {
        var idToken = idTokens.readIdToken(token);
        var visit = idToken.isPresent() ? idToken.flatMap(this::byIdToken) : byAccessToken(token);
        return visit.or(() -> byOthers(token));
    }

    /** An ID token is bound to no key, so it opens no gate where a site has to prove that it holds one. */
    private Optional<Visit> byIdToken(JWTClaimsSet claims) {
        var expires = claims.getExpirationTime();
        if (expires == null || !expires.toInstant().isAfter(clock.instant())) {
            return Optional.empty();
        }
        return claims.getAudience().stream()
                .findFirst()
                .flatMap(sites::byClientId)
                .filter(site -> !site.mustProvePossession())
                .map(Site::room)
                .flatMap(room -> Optional.ofNullable(claims.getJWTID())
                        .flatMap(subjects::place)
                        .flatMap(id -> admissions.admitted(room, id))
                        .map(place -> Visit.of(room, place, admissions))
                        .filter(visit -> visit.subject().equals(claims.getSubject())));
    }

    private Optional<Visit> byAccessToken(String token) {
        try {
            return visit(accessTokens.introspect(token));
        } catch (BadOpaqueTokenException notGood) {
            return Optional.empty();
        }
    }

    private Optional<Visit> byOthers(String token) {
        return others.stream()
                .flatMap(kind -> kind.find(token).stream())
                .findFirst()
                .map(holder -> Visit.of(holder.room(), holder.place(), admissions));
    }

    /**
     * An API client's token belongs to no visit. One that is bound to a key opens no gate, since a gate does
     * not know which address the proof has to name.
     */
    private Optional<Visit> visit(OAuth2AuthenticatedPrincipal said) {
        return said.getAttribute(AccessTokens.KEY) == null
                        && said.getAttribute(AdmissionAuthentication.class.getName())
                                instanceof AdmissionAuthentication holder
                        && said.getAttribute(Place.class.getName()) instanceof Place place
                ? Optional.of(Visit.of(holder.room(), place, admissions))
                : Optional.empty();
    }
}
