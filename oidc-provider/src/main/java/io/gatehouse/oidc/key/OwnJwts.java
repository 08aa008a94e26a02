package io.gatehouse.oidc.key;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.setting.Issuer;
import java.security.PublicKey;
import java.text.ParseException;
import java.util.Optional;

/** Reads JWTs that come back to us: signed with a key that we publish, and of the type that is expected there. */
public final class OwnJwts {

    private final SigningKeys keys;
    private final Issuer issuer;

    OwnJwts(SigningKeys keys, Issuer issuer) {
        this.keys = keys;
        this.issuer = issuer;
    }

    /** The token's claims, at any age; empty if it is not ours or of another type (RFC 8725 section 3.11). */
    public Optional<JWTClaimsSet> read(String text, JOSEObjectType type) {
        try {
            var token = SignedJWT.parse(text);
            var claims = token.getJWTClaimsSet();
            return type.equals(token.getHeader().getType())
                            && isSignedByUs(token)
                            && issuer.value().equals(claims.getIssuer())
                    ? Optional.of(claims)
                    : Optional.empty();
        } catch (ParseException | JOSEException | IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    /**
     * The claims of an ID token that comes back as a hint, at {@code /authorize} and {@code /logout}; empty
     * if it is not ours. Its age does not matter (OpenID Connect RP-Initiated Logout section 2).
     */
    public Optional<JWTClaimsSet> readIdToken(String hint) {
        return read(hint, JOSEObjectType.JWT);
    }

    private boolean isSignedByUs(SignedJWT token) throws JOSEException {
        var key = keys.published().stream()
                .filter(candidate -> candidate.kid().equals(token.getHeader().getKeyID()))
                .filter(candidate ->
                        candidate.algorithm().equals(token.getHeader().getAlgorithm()))
                .findFirst();
        return key.isPresent()
                && token.verify(
                        new DefaultJWSVerifierFactory().createJWSVerifier(token.getHeader(), publicKey(key.get())));
    }

    private static PublicKey publicKey(SigningKey key) throws JOSEException {
        return ((AsymmetricJWK) key.jwk()).toPublicKey();
    }
}
