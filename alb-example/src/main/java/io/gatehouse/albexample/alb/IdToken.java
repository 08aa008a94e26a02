package io.gatehouse.albexample.alb;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;

/**
 * Checks the issuer, audience and end of the ID token, but no signature, because the action has no field for
 * the provider's keys. The token comes directly from the token endpoint, so TLS proves its origin (OpenID
 * Connect Core, section 3.1.3.7, point 6).
 */
final class IdToken {

    private IdToken() {}

    static void check(String token, AuthenticateOidcConfig config, Instant now) {
        JWTClaimsSet claims = parse(token);
        boolean issued = config.issuer().equals(claims.getIssuer());
        boolean forUs = claims.getAudience().contains(config.clientId());
        Date end = claims.getExpirationTime();
        if (!issued || !forUs || end == null || !end.toInstant().isAfter(now)) {
            throw new LoginFailedException(Failure.INVALID_ID_TOKEN);
        }
    }

    private static JWTClaimsSet parse(String token) {
        try {
            return SignedJWT.parse(token).getJWTClaimsSet();
        } catch (ParseException noToken) {
            throw new LoginFailedException(Failure.INVALID_ID_TOKEN, noToken);
        }
    }
}
