package io.gatehouse.oidc.key;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jwt.JWTClaimsSet;
import java.util.Optional;

/**
 * Reads ID tokens of ours that come back as hints, at {@code /authorize} and {@code /logout}. Their age does
 * not matter (OpenID Connect RP-Initiated Logout section 2), their signature does.
 */
public final class IdTokenHints {

    private final OwnJwts jwts;

    IdTokenHints(OwnJwts jwts) {
        this.jwts = jwts;
    }

    /** What the token says; empty when it is none of ours. */
    public Optional<JWTClaimsSet> read(String hint) {
        return jwts.read(hint, JOSEObjectType.JWT);
    }
}
