package io.gatehouse.secret;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** SHA-256 of secrets that are long and random, and their comparison: what is kept of them tells nothing. */
public final class Digests {

    private Digests() {}

    /** The digest of an ASCII text, in Base64url. */
    public static String sha256(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(text.getBytes(US_ASCII)));
    }

    /** The digest, 32 bytes. */
    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** Takes the same time wherever the texts differ. */
    public static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }
}
