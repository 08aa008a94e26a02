package io.gatehouse.oidc.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;

/** A DPoP proof (RFC 9449 section 4.2) as a careful client makes it, with a new key each time. */
public final class DpopProof {

    private DpopProof() {}

    /** For a POST to this address at this moment. */
    public static String of(String address, Instant now) throws JOSEException {
        var key = new ECKeyGenerator(Curve.P_256).generate();
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(key.toPublicJWK())
                .build();
        var claims = new JWTClaimsSet.Builder()
                .jwtID(UUID.randomUUID().toString())
                .claim("htm", "POST")
                .claim("htu", address)
                .issueTime(Date.from(now))
                .build();
        var proof = new SignedJWT(header, claims);
        proof.sign(new ECDSASigner(key));
        return proof.serialize();
    }
}
