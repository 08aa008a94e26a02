package io.gatehouse.command;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/**
 * Tokens as the old stack has issued them, and their rows in its table.
 *
 * @param issuedAt in seconds
 */
record OldTokens(String event, long issuedAt) {

    static final String ISSUER = "https://old.execute-api.eu-central-1.amazonaws.com/api";

    static final RSAKey KEY = key();

    private static RSAKey key() {
        try {
            return new RSAKeyGenerator(2048).keyID("0123456789abcdef").generate();
        } catch (JOSEException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    /** A row as DynamoDB exports it. */
    String row(String requestId, long validity, int status) {
        return "{\"request_id\":{\"S\":\"" + requestId + "\"},\"event_id\":{\"S\":\"" + event
                + "\"},\"issued_at\":{\"N\":\"" + issuedAt + "\"},\"not_before\":{\"N\":\"" + issuedAt
                + "\"},\"expires\":{\"N\":\"" + (issuedAt + validity)
                + "\"},\"queue_number\":{\"N\":\"1\"},\"issuer\":{\"S\":\"" + ISSUER
                + "\"},\"session_status\":{\"N\":\"" + status + "\"}}";
    }

    /** Its access token, as the first call was answered. */
    String signed(String requestId, long number, long validity) {
        return signed(requestId, number, validity, KEY.getKeyID());
    }

    /** The same as the private API repeated it. */
    String signedWithoutKid(String requestId, long number, long validity) {
        return signed(requestId, number, validity, null);
    }

    private String signed(String requestId, long number, long validity, @Nullable String kid) {
        var issued = Date.from(Instant.ofEpochSecond(issuedAt));
        var token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .type(JOSEObjectType.JWT)
                        .keyID(kid)
                        .build(),
                new JWTClaimsSet.Builder()
                        .audience(event)
                        .subject(requestId)
                        .issuer(ISSUER)
                        .issueTime(issued)
                        .notBeforeTime(issued)
                        .expirationTime(Date.from(Instant.ofEpochSecond(issuedAt + validity)))
                        .claim("queue_position", number)
                        .claim("token_use", "access")
                        .build());
        try {
            token.sign(new RSASSASigner(KEY));
            return token.serialize();
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
