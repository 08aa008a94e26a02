package io.gatehouse.secret;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes the sixteen bytes of an id, which are one block of AES, into sixteen others and back, under a key for
 * one purpose. Nothing need be kept to know which stands for which.
 */
public final class IdCipher {

    private final SecretKey key;

    public IdCipher(MasterKey master, String purpose) {
        this.key = new SecretKeySpec(master.derive(purpose), "AES");
    }

    /** The same others each time. */
    public byte[] encrypt(byte[] id) {
        return alone(Cipher.ENCRYPT_MODE, id);
    }

    /** Those that were made into these. */
    public byte[] decrypt(byte[] id) {
        return alone(Cipher.DECRYPT_MODE, id);
    }

    /** Others for each nonce of sixteen bytes, which is used once; and with the same nonce back. */
    public byte[] mask(byte[] nonce, byte[] id) {
        try {
            var cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(nonce));
            return cipher.doFinal(id);
        } catch (GeneralSecurityException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    /** One block alone, and never the same one for two ids: what the mode is warned of for does not arise. */
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
