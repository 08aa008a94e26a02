package io.gatehouse.secret;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Instant;
import java.util.Optional;

/** Signs what a cookie carries, as a JWT under a key of its own (HS256), and believes only what it has signed. */
public final class CookieSigner {

    private final byte[] key;

    /** @param purpose names the kind of cookie; a cookie of another kind is not believed */
    public CookieSigner(MasterKey master, String purpose) {
        this.key = master.derive(purpose);
    }

    /** The cookie's value. The claims should have an expiry. */
    public String sign(JWTClaimsSet claims) {
        try {
            var jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
            jwt.sign(new MACSigner(key));
            return jwt.serialize();
        } catch (JOSEException cannotHappenWithThisKey) {
            throw new IllegalStateException(cannotHappenWithThisKey);
        }
    }

    /** What the cookie carries; empty when it is foreign, altered, expired, or no such thing at all. */
    public Optional<JWTClaimsSet> verify(String cookie, Instant now) {
        try {
            var jwt = SignedJWT.parse(cookie);
            if (!jwt.getHeader().getAlgorithm().equals(JWSAlgorithm.HS256) || !jwt.verify(new MACVerifier(key))) {
                return Optional.empty();
            }
            var claims = jwt.getJWTClaimsSet();
            var expires = claims.getExpirationTime();
            return expires == null || !expires.toInstant().isAfter(now) ? Optional.empty() : Optional.of(claims);
        } catch (ParseException | JOSEException | IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
