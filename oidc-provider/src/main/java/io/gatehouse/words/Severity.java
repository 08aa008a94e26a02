package io.gatehouse.words;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * How much a message matters. Both are read out politely: neither takes the floor from what a visitor has to
 * do now.
 */
public enum Severity {
    INFO,
    /** Looks and begins like something to be heeded; never by colour alone. */
    WARNING;

    /** As the API says it: {@code warning}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a {@link #word}; {@link IllegalArgumentException} names those that there are. */
    public static Severity parse(String word) {
        return Stream.of(values())
                .filter(severity -> severity.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("severity is one of "
                        + Stream.of(values()).map(Severity::word).toList() + ", was \"" + word + "\""));
    }
}
