package io.gatehouse.albexample.alb;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes {@code x-amzn-oidc-data}: almost a JWT. Two things differ from RFC 7519, as they do at the ALB:
 * the header has the issuer and the end too, and each part keeps its Base64 padding, which is signed as well.
 */
record DataToken(LoadBalancer signer, Duration life) {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Base64.Encoder PADDED = Base64.getUrlEncoder();

    String sign(ObjectNode claims, AuthenticateOidcConfig config, Instant now) {
        long end = now.plus(life).getEpochSecond();
        String signed = encoded(header(config, end)) + "." + encoded(payload(claims, config, end));
        return signed + "." + PADDED.encodeToString(signature(signed));
    }

    /** The keys in the order in which the ALB writes them. */
    private Map<String, Object> header(AuthenticateOidcConfig config, long end) {
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("typ", "JWT");
        header.put("kid", signer.keyId().toString());
        header.put("alg", "ES256");
        header.put("iss", config.issuer());
        header.put("client", config.clientId());
        header.put("signer", signer.arn());
        header.put("exp", end);
        return header;
    }

    private static ObjectNode payload(ObjectNode claims, AuthenticateOidcConfig config, long end) {
        ObjectNode payload = claims.deepCopy();
        payload.remove("exp");
        payload.remove("iss");
        return payload.put("exp", end).put("iss", config.issuer());
    }

    private static String encoded(Object part) {
        return PADDED.encodeToString(JSON.writeValueAsBytes(part));
    }

    /** ES256 requires r and s side by side (RFC 7518, section 3.4), not the DER of plain ECDSA. */
    private byte[] signature(String text) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(signer.keys().getPrivate());
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException wrongKey) {
            throw new IllegalStateException("The load balancer's key must be a P-256 key", wrongKey);
        }
    }
}
