package io.gatehouse.oidc.device;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The code that a visitor reads off their device: eight letters of RFC 8628 section 6.1, which has no vowels,
 * so that no words come out. 34 bits; shown as {@code WDJB-MJHT}, read however it is typed.
 *
 * @param letters without the hyphen, in capitals
 */
record UserCode(String letters) {

    private static final String ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
    private static final Pattern FORM = Pattern.compile("[" + ALPHABET + "]{8}");
    /** A longer input is no user code, with or without separators. */
    private static final int LONGEST = 40;

    static UserCode random(SecureRandom random) {
        return new UserCode(random.ints(8, 0, ALPHABET.length())
                .mapToObj(index -> ALPHABET.substring(index, index + 1))
                .collect(Collectors.joining()));
    }

    /** Reads what was typed, in any case and with anything between; empty when it cannot be one. */
    static Optional<UserCode> parse(String typed) {
        if (typed.length() > LONGEST) {
            return Optional.empty();
        }
        var letters = typed.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
        return FORM.matcher(letters).matches() ? Optional.of(new UserCode(letters)) : Optional.empty();
    }

    /** As it is shown. */
    @Override
    public String toString() {
        return letters.substring(0, 4) + "-" + letters.substring(4);
    }
}
