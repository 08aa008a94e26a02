package io.gatehouse.draw;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of data that comes in parts, and the texts that go into it. */
final class Hashes {

    private Hashes() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** Each text as one line in UTF-8, with a line feed behind it: no text contains one. */
    static byte[] lines(String... texts) {
        return (String.join("\n", texts) + "\n").getBytes(UTF_8);
    }
}
