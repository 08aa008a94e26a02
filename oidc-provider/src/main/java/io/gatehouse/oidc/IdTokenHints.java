package io.gatehouse.oidc;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jwt.JWTClaimsSet;
import java.util.Optional;

/**
 * Reads ID tokens of ours that come back as hints, at {@code /authorize} and {@code /logout}. Their age does not matter
 * (OpenID Connect RP-Initiated Logout section 2), their signature does.
 */
final class IdTokenHints {

    private final OwnJwts jwts;

    IdTokenHints(OwnJwts jwts) {
        this.jwts = jwts;
    }

    /** What the token says; empty when it is none of ours. */
    Optional<JWTClaimsSet> read(String hint) {
        return jwts.read(hint, JOSEObjectType.JWT);
    }

    /** What is wrong with the hint of an authorize request; empty when there is none, or it is ours. */
    Optional<AuthorizeRules.Refusal> refusal(AuthorizeRequest request) {
        return request.parameter("id_token_hint")
                .filter(hint -> read(hint)
                        .filter(claims ->
                                claims.getAudience().contains(request.site().clientId()))
                        .isEmpty())
                .map(hint -> new AuthorizeRules.Refusal("invalid_request", "id_token_hint is not an ID token of ours"));
    }
}
