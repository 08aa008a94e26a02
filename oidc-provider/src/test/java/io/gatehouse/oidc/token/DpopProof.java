package io.gatehouse.oidc.token;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import java.util.function.Consumer;

/** DPoP proofs (RFC 9449 section 4.2) as a careful client makes them. */
public final class DpopProof {

    private DpopProof() {}

    /** For a POST to this address at this moment, with a new key. */
    public static String of(String address, Instant now) throws JOSEException {
        return of(key(), address, now, claims -> {});
    }

    public static ECKey key() throws JOSEException {
        return new ECKeyGenerator(Curve.P_256).generate();
    }

    /** For a POST to this address at this moment by this key, but for what is changed. */
    public static String of(ECKey key, String address, Instant now, Consumer<JWTClaimsSet.Builder> change)
            throws JOSEException {
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(key.toPublicJWK())
                .build();
        return signed(key, header, address, now, change);
    }

    /** The same with a header of one's own. */
    public static String signed(
            ECKey key, JWSHeader header, String address, Instant now, Consumer<JWTClaimsSet.Builder> change)
            throws JOSEException {
        var claims = new JWTClaimsSet.Builder()
                .jwtID(UUID.randomUUID().toString())
                .claim("htm", "POST")
                .claim("htu", address)
                .issueTime(Date.from(now));
        change.accept(claims);
        var proof = new SignedJWT(header, claims.build());
        proof.sign(new ECDSASigner(key));
        return proof.serialize();
    }

    /** The claim {@code ath} for this token. */
    public static String hash(String accessToken) {
        try {
            return Base64URL.encode(MessageDigest.getInstance("SHA-256").digest(accessToken.getBytes(US_ASCII)))
                    .toString();
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
