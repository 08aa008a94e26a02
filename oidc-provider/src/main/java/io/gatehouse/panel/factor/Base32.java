package io.gatehouse.panel.factor;

import java.io.ByteArrayOutputStream;

/** Bytes as letters and digits that people can type (RFC 4648 section 6), without padding; the JDK does not have it. */
final class Base32 {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    private Base32() {}

    static String encode(byte[] bytes) {
        var text = new StringBuilder();
        var pending = 0;
        var bits = 0;
        for (var octet : bytes) {
            pending = pending << 8 | octet & 0xff;
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                text.append(ALPHABET.charAt(pending >> bits & 0x1f));
            }
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt(pending << (5 - bits) & 0x1f));
        }
        return text.toString();
    }

    /** The encoded bytes; {@link IllegalArgumentException} for a text with other characters. */
    static byte[] decode(String text) {
        var bytes = new ByteArrayOutputStream();
        var pending = 0;
        var bits = 0;
        for (var index = 0; index < text.length(); index++) {
            var value = ALPHABET.indexOf(text.charAt(index));
            if (value < 0) {
                throw new IllegalArgumentException("not Base32 at character " + index);
            }
            pending = pending << 5 | value;
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes.write(pending >> bits);
            }
        }
        return bytes.toByteArray();
    }
}
