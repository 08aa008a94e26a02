package io.gatehouse.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import io.gatehouse.secret.MasterKey;
import java.text.ParseException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Encrypts values for the store or a browser: a JWE (dir, A256GCM) under a key that is derived from the master key. */
public final class Seal {

    private final SecretKey key;

    /** @param purpose of the values; a value sealed for one purpose does not open for another */
    public Seal(MasterKey master, String purpose) {
        this.key = new SecretKeySpec(master.derive(purpose), "AES");
    }

    public byte[] seal(Map<String, Object> value) {
        try {
            var jwe = new JWEObject(new JWEHeader(JWEAlgorithm.DIR, EncryptionMethod.A256GCM), new Payload(value));
            jwe.encrypt(new DirectEncrypter(key));
            return jwe.serialize().getBytes(UTF_8);
        } catch (JOSEException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    /** The sealed value; empty when another master key sealed it, or it was altered. */
    public Optional<Map<String, Object>> open(byte[] sealed) {
        try {
            var jwe = JWEObject.parse(new String(sealed, UTF_8));
            jwe.decrypt(new DirectDecrypter(key));
            return Optional.ofNullable(jwe.getPayload().toJSONObject());
        } catch (ParseException
                | JOSEException
                | RuntimeException foreign) { // a header without enc: NullPointerException
            return Optional.empty();
        }
    }

    /** A moment that was sealed as milliseconds. */
    public static Instant instant(@Nullable Object millis) {
        return Instant.ofEpochMilli(Long.parseLong(String.valueOf(millis)));
    }
}
