package io.gatehouse.panel.factor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Codes to be kept on paper, for an operator who has lost the second factor: each works once. They have 80
 * random bits, so guessing is hopeless; the store has their fingerprints under the master key.
 */
final class RecoveryCodes {

    private static final int HOW_MANY = 10;
    private static final int BYTES = 10;

    private final MasterKey master;
    private final SecureRandom random;

    RecoveryCodes(MasterKey master, SecureRandom random) {
        this.master = master;
        this.random = random;
    }

    /** New ones, as they are shown: four groups of four characters. */
    List<String> make() {
        return Stream.generate(() -> Base32.encode(RandomBytes.of(BYTES, random)))
                .map(code -> code.replaceAll("(.{4})(?=.)", "$1-"))
                .limit(HOW_MANY)
                .toList();
    }

    List<String> fingerprints(List<String> codes) {
        return codes.stream().map(RecoveryCodes::plain).map(this::fingerprint).toList();
    }

    /** The fingerprint of a code, which is all that the store has. */
    String fingerprint(String plain) {
        return master.pseudonym("recovery-code", plain.getBytes(UTF_8));
    }

    /** A code of any kind as it counts, however it was typed. */
    static String plain(String typed) {
        return typed.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
    }
}
