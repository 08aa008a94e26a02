package io.gatehouse.albexample.shop;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.util.Base64URL;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads {@code x-amzn-oidc-data} as AWS tells targets to: signature, signer, client, end. An ordinary JWT
 * library refuses the padding that the ALB keeps and signs, so this class parses the token itself.
 */
final class AlbData {

    static final String HEADER = "x-amzn-oidc-data";
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ShopSettings settings;
    private final PublicKeys keys;

    AlbData(ShopSettings settings) {
        this.settings = settings;
        this.keys = new PublicKeys(settings.loadBalancer().publicKeys());
    }

    /** The claims; empty if the load balancer has not signed them. */
    Optional<JsonNode> claims(String data) {
        String[] parts = data.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        try {
            JWSHeader header = JWSHeader.parse(new Base64URL(unpadded(parts[0])));
            return isOurs(header) && isSigned(header, parts)
                    ? Optional.of(JSON.readTree(Base64.getUrlDecoder().decode(parts[1])))
                    : Optional.empty();
        } catch (ParseException | JOSEException | IllegalArgumentException | JacksonException noToken) {
            return Optional.empty();
        }
    }

    private boolean isOurs(JWSHeader header) {
        Object end = Optional.ofNullable(header.getCustomParam("exp")).orElse(0L);
        return header.getAlgorithm().equals(JWSAlgorithm.ES256)
                && settings.loadBalancer().arn().equals(header.getCustomParam("signer"))
                && settings.client().equals(header.getCustomParam("client"))
                && end instanceof Number seconds
                && seconds.longValue() > settings.clock().instant().getEpochSecond();
    }

    private boolean isSigned(JWSHeader header, String[] parts) throws JOSEException {
        var key = keys.find(header.getKeyID());
        byte[] signed = String.join(".", List.of(parts[0], parts[1])).getBytes(StandardCharsets.US_ASCII);
        return key.isPresent()
                && new ECDSAVerifier(key.get()).verify(header, signed, new Base64URL(unpadded(parts[2])));
    }

    private static String unpadded(String part) {
        return part.replace("=", "");
    }
}
