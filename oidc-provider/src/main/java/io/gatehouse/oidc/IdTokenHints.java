package io.gatehouse.oidc;

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

/**
 * Reads ID tokens of ours that come back as hints, at {@code /authorize} and {@code /logout}. Their age does not matter
 * (OpenID Connect RP-Initiated Logout section 2), their signature does.
 */
final class IdTokenHints {

    private final SigningKeys keys;
    private final Issuer issuer;

    IdTokenHints(SigningKeys keys, Issuer issuer) {
        this.keys = keys;
        this.issuer = issuer;
    }

    /** What the token says; empty when it is none of ours. */
    Optional<JWTClaimsSet> read(String hint) {
        try {
            var token = SignedJWT.parse(hint);
            var claims = token.getJWTClaimsSet();
            return JOSEObjectType.JWT.equals(token.getHeader().getType())
                            && isSignedByUs(token)
                            && issuer.value().equals(claims.getIssuer())
                    ? Optional.of(claims)
                    : Optional.empty();
        } catch (ParseException | JOSEException | IllegalArgumentException notOurs) {
            return Optional.empty();
        }
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
