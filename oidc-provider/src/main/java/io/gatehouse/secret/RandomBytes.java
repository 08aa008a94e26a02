package io.gatehouse.secret;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Unguessable bytes, and texts of them for addresses, cookies and keys. */
public final class RandomBytes {

    private RandomBytes() {}

    public static byte[] of(int count, SecureRandom random) {
        var bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Random bytes as text of the alphabet for URLs (RFC 4648, section 5), without padding. */
    public static String base64Url(int count, SecureRandom random) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(of(count, random));
    }

    /** Random bytes as twice as many hexadecimal digits. */
    public static String hex(int count, SecureRandom random) {
        return HexFormat.of().formatHex(of(count, random));
    }
}
