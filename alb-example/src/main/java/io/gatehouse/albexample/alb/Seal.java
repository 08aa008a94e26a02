package io.gatehouse.albexample.alb;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import tools.jackson.databind.json.JsonMapper;

/**
 * Encrypts values for the browser that keeps them: AES-GCM over JSON, the random IV in front. The type's name
 * is authenticated, so that a login state is not accepted as a session. The key lives as long as the
 * stand-in, so its sessions end when it stops.
 */
final class Seal {

    private static final int IV = 12;
    private static final int TAG = 16;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final SecretKey key;
    private final SecureRandom random;

    Seal(SecureRandom random) {
        this.random = random;
        try {
            KeyGenerator generator = KeyGenerator.getInstance("AES");
            generator.init(256, random);
            key = generator.generateKey();
        } catch (GeneralSecurityException noAes) {
            throw new IllegalStateException("This JDK cannot make an AES key", noAes);
        }
    }

    byte[] seal(Object value) {
        byte[] iv = new byte[IV];
        random.nextBytes(iv);
        byte[] sealed = run(Cipher.ENCRYPT_MODE, iv, value.getClass(), JSON.writeValueAsBytes(value))
                .orElseThrow(() -> new IllegalStateException("AES-GCM did not encrypt"));
        byte[] whole = Arrays.copyOf(iv, IV + sealed.length);
        System.arraycopy(sealed, 0, whole, IV, sealed.length);
        return whole;
    }

    /** The value; empty for bytes that this seal has not made, or that were altered. */
    <T> Optional<T> open(byte[] whole, Class<T> type) {
        if (whole.length < IV + TAG) {
            return Optional.empty();
        }
        byte[] iv = Arrays.copyOf(whole, IV);
        return run(Cipher.DECRYPT_MODE, iv, type, Arrays.copyOfRange(whole, IV, whole.length))
                .map(json -> JSON.readValue(json, type));
    }

    private Optional<byte[]> run(int mode, byte[] iv, Class<?> type, byte[] bytes) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(8 * TAG, iv));
            cipher.updateAAD(type.getName().getBytes(StandardCharsets.UTF_8));
            return Optional.of(cipher.doFinal(bytes));
        } catch (GeneralSecurityException notOurs) {
            return Optional.empty();
        }
    }
}
