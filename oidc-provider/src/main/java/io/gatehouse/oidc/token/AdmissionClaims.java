package io.gatehouse.oidc.token;

import com.nimbusds.jose.util.Base64URL;
import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.room.Place;
import io.gatehouse.secret.Digests;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;

/**
 * What tokens say of an admission. The synthetic e-mail and names exist because many relying parties refuse a visitor
 * without; they are stable for a place and name nobody.
 */
public final class AdmissionClaims implements OAuth2TokenCustomizer<JwtEncodingContext> {

    /** OpenID Connect Core section 2: the value for whoever has not been authenticated as a person. */
    public static final String NOBODY_IN_PARTICULAR = "0";

    private final Sites sites;
    private final TokenLifetimes lifetimes;
    private final TokenGenerators generators;

    AdmissionClaims(Sites sites, TokenLifetimes lifetimes, TokenGenerators generators) {
        this.sites = sites;
        this.lifetimes = lifetimes;
        this.generators = generators;
    }

    @Override
    public void customize(JwtEncodingContext context) {
        if (OAuth2TokenType.ACCESS_TOKEN.equals(context.getTokenType())) {
            accessToken(context);
        } else {
            idToken(context);
        }
    }

    /** Claims about the place for the site; all of them for userinfo, in the ID token as the site is configured. */
    static Map<String, Object> about(Site site, Place place, String subject, Set<String> scopes) {
        var claims = new LinkedHashMap<String, Object>();
        claims.put("sub", subject);
        claims.put("room", site.room().value());
        claims.put("position", place.position());
        claims.put("joined_at", place.joinedAt().getEpochSecond());
        claims.put("admitted_at", Admissions.admission(place).admittedAt().getEpochSecond());
        claims.put("expires_at", place.until().getEpochSecond());
        if (site.settings().claims()) {
            claims.putAll(synthetic(site, place, subject, scopes));
        }
        return claims;
    }

    private static Map<String, Object> synthetic(Site site, Place place, String subject, Set<String> scopes) {
        var claims = new LinkedHashMap<String, Object>();
        if (scopes.contains("email")) {
            claims.put("email", subject + "@" + site.settings().emailDomain());
            claims.put("email_verified", true);
        }
        if (scopes.contains("profile")) {
            claims.put("name", "Visitor " + place.position());
            claims.put("given_name", "Visitor");
            claims.put("family_name", String.valueOf(place.position()));
            claims.put("preferred_username", subject);
        }
        return claims;
    }

    private void accessToken(JwtEncodingContext context) {
        context.getJwsHeader().type("at+jwt");
        context.getClaims()
                .id(generators.jwtId(context))
                .claim("client_id", context.getRegisteredClient().getClientId())
                .expiresAt(generators.accessTokenEnd(context))
                .claims(claims -> claims.remove("nbf"))
                .claims(claims -> claims.put("scope", String.join(" ", context.getAuthorizedScopes())));
        var algorithm = context.getRegisteredClient().getTokenSettings().getIdTokenSignatureAlgorithm();
        context.getJwsHeader().algorithm(algorithm);
    }

    private void idToken(JwtEncodingContext context) {
        var place = Arrival.place(context);
        var site = sites.byClientId(context.getRegisteredClient().getClientId()).orElseThrow();
        context.getJwsHeader().type("JWT");
        context.getClaims()
                .expiresAt(lifetimes.idToken(place))
                .claims(claims -> Set.of("azp", "nbf").forEach(claims::remove))
                .claim("sid", SubjectIdentifiers.session(holder(context).getName()))
                .claim("auth_time", holder(context).provenAt().getEpochSecond());
        var about = about(site, place, holder(context).getName(), context.getAuthorizedScopes());
        if (!site.settings().claimsInIdToken()) {
            about.keySet()
                    .removeAll(synthetic(site, place, "", Set.of("email", "profile"))
                            .keySet());
        }
        about.forEach((name, value) -> context.getClaims().claim(name, value));
        if (isAskedForAcr(context)) {
            context.getClaims().claim("acr", NOBODY_IN_PARTICULAR);
        }
        accessTokenHash(context).ifPresent(hash -> context.getClaims().claim("at_hash", hash));
    }

    /** A site that names {@code acr_values} should be told which one holds (OpenID Connect Core section 3.1.2.1). */
    private static boolean isAskedForAcr(JwtEncodingContext context) {
        return Optional.ofNullable(context.getAuthorization())
                .map(authorization -> authorization.<OAuth2AuthorizationRequest>getAttribute(
                        OAuth2AuthorizationRequest.class.getName()))
                .filter(request -> request.getAdditionalParameters().containsKey("acr_values"))
                .isPresent();
    }

    private static AdmissionAuthentication holder(JwtEncodingContext context) {
        if (context.getPrincipal() instanceof AdmissionAuthentication holder) {
            return holder;
        }
        throw new IllegalStateException("an ID token, but no visitor");
    }

    /** OpenID Connect Core section 3.1.3.6: the left half of the digest; SHA-256 goes with RS256 and ES256. */
    private static Optional<String> accessTokenHash(JwtEncodingContext context) {
        return Optional.ofNullable(context.getAuthorization())
                .map(OAuth2Authorization::getAccessToken)
                .map(token -> token.getToken().getTokenValue().getBytes(StandardCharsets.US_ASCII))
                .map(text -> Base64URL.encode(Arrays.copyOf(Digests.sha256(text), 16))
                        .toString());
    }
}
