package io.gatehouse.ledger;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import io.gatehouse.oidc.key.SigningKey;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.Issuer;
import java.text.ParseException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Signs how far a ledger has come, with the key that signs tokens, as a JWS (RFC 7515) of a type of its own:
 * none can be taken for a token. Its header carries the public key, as signing keys are published for some
 * days only, and ledgers are checked years later.
 */
final class Checkpoints {

    static final JOSEObjectType TYPE = new JOSEObjectType("gatehouse-ledger+jws");

    private static final List<JWSAlgorithm> ALGORITHMS = List.of(JWSAlgorithm.ES256, JWSAlgorithm.RS256);

    private final SigningKeys keys;
    private final Issuer issuer;

    Checkpoints(SigningKeys keys, Issuer issuer) {
        this.keys = keys;
        this.issuer = issuer;
    }

    /**
     * The content of a checkpoint.
     *
     * @param key the public key that the signature was checked with: whose it is, is for the caller to know
     */
    record Checkpoint(String issuer, String room, long seq, String hash, Instant at, JWK key) {}

    String issuer() {
        return issuer.value();
    }

    /** The keys that are published now, as a JWK set has them. */
    List<Map<String, Object>> published() {
        return keys.published().stream()
                .map(SigningKey::jwk)
                .map(JWK::toPublicJWK)
                .map(JWK::toJSONObject)
                .toList();
    }

    /** Signs that the ledger's entry of this number has this hash. */
    String sign(RoomId room, long seq, String hash, Instant at) {
        var key = keys.active(JWSAlgorithm.ES256);
        var header = new JWSHeader.Builder(key.algorithm())
                .type(TYPE)
                .keyID(key.kid())
                .jwk(key.jwk().toPublicJWK())
                .build();
        var payload = CanonicalJson.write(
                Map.of("iss", issuer.value(), "room", room.value(), "seq", seq, "hash", hash, "at", at.toString()));
        try {
            var jws = new JWSObject(header, new Payload(payload));
            jws.sign(new DefaultJWSSignerFactory().createJWSSigner(key.jwk(), key.algorithm()));
            return jws.serialize();
        } catch (JOSEException brokenKey) {
            throw new IllegalStateException(brokenKey);
        }
    }

    /**
     * The content of a checkpoint whose signature is by the key that it carries; else
     * {@link IllegalArgumentException}.
     */
    static Checkpoint read(String text) {
        try {
            var jws = JWSObject.parse(text);
            var header = jws.getHeader();
            if (!TYPE.equals(header.getType())
                    || !ALGORITHMS.contains(header.getAlgorithm())
                    || !(header.getJWK() instanceof AsymmetricJWK key)
                    || !jws.verify(new DefaultJWSVerifierFactory().createJWSVerifier(header, key.toPublicKey()))) {
                throw new IllegalArgumentException("the signature of the checkpoint is wrong");
            }
            var says = CanonicalJson.read(jws.getPayload().toString());
            return new Checkpoint(
                    String.valueOf(says.get("iss")),
                    String.valueOf(says.get("room")),
                    says.get("seq") instanceof Number seq ? seq.longValue() : -1,
                    String.valueOf(says.get("hash")),
                    Instant.parse(String.valueOf(says.get("at"))),
                    header.getJWK());
        } catch (ParseException | JOSEException | RuntimeException unusable) {
            throw new IllegalArgumentException("the checkpoint cannot be read: " + unusable.getMessage(), unusable);
        }
    }
}
