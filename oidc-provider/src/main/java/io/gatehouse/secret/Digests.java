package io.gatehouse.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * SHA-256, also of secrets that are long and random, so that their digests reveal nothing; the comparison of
 * digests; and HMAC-SHA256.
 */
public final class Digests {

    private Digests() {}

    /** The digest of a text, in Base64url. */
    public static String sha256(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(text.getBytes(UTF_8)));
    }

    /** The digest, 32 bytes. */
    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** The digest in hexadecimal digits, 64 of them. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    /** HMAC-SHA256 of a text, 32 bytes. */
    public static byte[] hmac(byte[] key, byte[] text) {
        return hmac(new SecretKeySpec(key, "HmacSHA256"), text);
    }

    /** HMAC-SHA256 under a key that has been made before. */
    static byte[] hmac(SecretKey key, byte[] text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(text);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** Takes the same time wherever the texts differ. */
    public static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }
}
