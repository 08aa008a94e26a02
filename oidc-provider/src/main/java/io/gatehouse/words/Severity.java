package io.gatehouse.words;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * The importance of a message. Screen readers announce both politely, without interrupting what a visitor
 * must do now.
 */
public enum Severity {
    INFO,
    /** A warning stands out by its look and its first words, never by colour alone. */
    WARNING;

    /** The word of the API: {@code warning}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a {@link #word}; {@link IllegalArgumentException} names the valid ones. */
    public static Severity parse(String word) {
        return Stream.of(values())
                .filter(severity -> severity.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("severity is one of "
                        + Stream.of(values()).map(Severity::word).toList() + ", was \"" + word + "\""));
    }
}
