package io.gatehouse.albexample.alb;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;

/**
 * The checks on the ID token: issuer, audience, end. The signature is not among them, because the action
 * has no field for the provider's keys; the token comes straight from the token endpoint, so TLS vouches
 * for it (OpenID Connect Core, 3.1.3.7, point 6).
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
