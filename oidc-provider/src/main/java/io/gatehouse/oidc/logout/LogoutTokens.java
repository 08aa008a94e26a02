package io.gatehouse.oidc.logout;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.Map;
import java.util.UUID;

/** Makes logout tokens (OpenID Connect Back-Channel Logout section 2.4). */
final class LogoutTokens {

    private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";
    private static final Duration LIFETIME = Duration.ofMinutes(2);

    private final SigningKeys keys;
    private final Issuer issuer;
    private final Clock clock;

    LogoutTokens(SigningKeys keys, Issuer issuer, Clock clock) {
        this.keys = keys;
        this.issuer = issuer;
        this.clock = clock;
    }

    /** Tells the site that the visit of this {@code sid} is over. */
    String token(Site site, String subject, String visit) {
        var now = clock.instant();
        var claims = new JWTClaimsSet.Builder()
                .issuer(issuer.value())
                .subject(subject)
                .audience(site.clientId())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(LIFETIME)))
                .jwtID(UUID.randomUUID().toString())
                .claim("events", Map.of(EVENT, Map.of()));
        if (site.settings().backchannelLogoutSessionRequired()) {
            claims.claim("sid", visit);
        }
        return sign(claims.build(), JWSAlgorithm.parse(site.idTokenAlgorithm()));
    }

    private String sign(JWTClaimsSet claims, JWSAlgorithm algorithm) {
        var key = keys.active(algorithm);
        var header = new JWSHeader.Builder(algorithm)
                .type(new JOSEObjectType("logout+jwt"))
                .keyID(key.kid())
                .build();
        try {
            var token = new SignedJWT(header, claims);
            token.sign(new DefaultJWSSignerFactory().createJWSSigner(key.jwk(), algorithm));
            return token.serialize();
        } catch (JOSEException brokenKey) {
            throw new IllegalStateException(brokenKey);
        }
    }
}
