package io.gatehouse.secret;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts the sixteen bytes of an id, one block of AES, under a key for one purpose, and decrypts them. No
 * table of ids is needed.
 */
public final class IdCipher {

    private final SecretKey key;

    public IdCipher(MasterKey master, String purpose) {
        this.key = new SecretKeySpec(master.derive(purpose), "AES");
    }

    /** The id encrypted: the same bytes each time. */
    public byte[] encrypt(byte[] id) {
        return alone(Cipher.ENCRYPT_MODE, id);
    }

    /** The id that was encrypted to these bytes. */
    public byte[] decrypt(byte[] id) {
        return alone(Cipher.DECRYPT_MODE, id);
    }

    /** The id masked under a nonce of sixteen bytes, which is used once; a masked id, unmasked. */
    public byte[] mask(byte[] nonce, byte[] id) {
        try {
            var cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(nonce));
            return cipher.doFinal(id);
        } catch (GeneralSecurityException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    /** Each id is one block, so the weakness of the mode, equal blocks in one text, does not arise. */
    @SuppressWarnings("InsecureCryptoUsage")
    private byte[] alone(int mode, byte[] id) {
        try {
            var cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(mode, key);
            return cipher.doFinal(id);
        } catch (GeneralSecurityException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }
}
