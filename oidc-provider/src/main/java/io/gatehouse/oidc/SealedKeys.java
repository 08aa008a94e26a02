package io.gatehouse.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import com.nimbusds.jose.jwk.JWK;
import io.gatehouse.secret.MasterKey;
import java.text.ParseException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Signing keys as they lie in the store: a JWE (dir, A256GCM) under a key that the master key is needed for. */
final class SealedKeys {

    private final SecretKey key;

    SealedKeys(MasterKey master) {
        this.key = new SecretKeySpec(master.derive("signing-keys"), "AES");
    }

    byte[] seal(List<SigningKey> keys) {
        var list = keys.stream().map(SealedKeys::json).collect(Collectors.toList());
        try {
            var jwe = new JWEObject(
                    new JWEHeader(JWEAlgorithm.DIR, EncryptionMethod.A256GCM), new Payload(Map.of("keys", list)));
            jwe.encrypt(new DirectEncrypter(key));
            return jwe.serialize().getBytes(UTF_8);
        } catch (JOSEException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    List<SigningKey> open(byte[] sealed) {
        try {
            var jwe = JWEObject.parse(new String(sealed, UTF_8));
            jwe.decrypt(new DirectDecrypter(key));
            var keys = jwe.getPayload().toJSONObject().get("keys");
            return ((List<?>) Objects.requireNonNull(keys))
                    .stream().map(entry -> key((Map<?, ?>) entry)).toList();
        } catch (ParseException | JOSEException foreign) {
            throw new IllegalStateException(
                    "the signing keys in the store cannot be opened: is gatehouse.master-key the one that they were made with?",
                    foreign);
        }
    }

    private static Map<String, Object> json(SigningKey key) {
        return Map.of(
                "jwk", key.jwk().toJSONString(),
                "from", key.activeFrom().toEpochMilli(),
                "until", key.activeUntil().toEpochMilli());
    }

    private static SigningKey key(Map<?, ?> entry) {
        try {
            return new SigningKey(
                    JWK.parse(String.valueOf(entry.get("jwk"))),
                    instant(entry.get("from")),
                    instant(entry.get("until")));
        } catch (ParseException unreadable) {
            throw new IllegalStateException("a signing key in the store cannot be read", unreadable);
        }
    }

    private static Instant instant(@org.jspecify.annotations.Nullable Object millis) {
        return Instant.ofEpochMilli(Long.parseLong(String.valueOf(millis)));
    }
}
