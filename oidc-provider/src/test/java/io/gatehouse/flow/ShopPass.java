package io.gatehouse.flow;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.util.Date;
import java.util.Map;
import java.util.UUID;

/** Passes as a shop makes them. */
public final class ShopPass {

    /** What the shop signs them with, where its key is a secret. */
    public static final String SECRET = "0123456789abcdef0123456789abcdef";

    private ShopPass() {}

    /** The claims of a good one, that lasts for an hour; to be changed. */
    static JWTClaimsSet.Builder claims(RunningGatehouse gatehouse, String room) {
        return new JWTClaimsSet.Builder()
                .audience(gatehouse.issuer())
                .claim("room", room)
                .claim("exempt", true)
                .jwtID(UUID.randomUUID().toString())
                .expirationTime(Date.from(gatehouse.clock().instant().plus(Duration.ofHours(1))));
    }

    /** Signed with the secret. */
    public static String of(JWTClaimsSet.Builder claims) {
        try {
            return sign(claims, JWSAlgorithm.HS256, new MACSigner(SECRET));
        } catch (JOSEException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    static String sign(JWTClaimsSet.Builder claims, JWSAlgorithm algorithm, JWSSigner signer) throws JOSEException {
        var pass = new SignedJWT(new JWSHeader(algorithm), claims.build());
        pass.sign(signer);
        return pass.serialize();
    }

    /** The address that shows one. */
    public static String link(String room, String pass) {
        return "/rooms/" + room + "/enter?" + Browser.form(Map.of("pass", pass));
    }
}
