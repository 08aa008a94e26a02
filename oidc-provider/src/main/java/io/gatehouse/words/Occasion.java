package io.gatehouse.words;

import java.util.Locale;
import java.util.stream.Stream;

/** The occasion on which a message is shown. A message is written beforehand, and appears and disappears by itself. */
public enum Occasion {
    /** The message is on every page of the room. */
    ALWAYS,
    /** Visitors see it while the line is paused. */
    PAUSED,
    /** Visitors see it when the doors are closed, or have closed before their turn. */
    CLOSED,
    /** Visitors see it when the stock is sold out. */
    SOLD_OUT;

    /** The word of the API: {@code sold-out}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads a {@link #word}; {@link IllegalArgumentException} names the valid ones. */
    public static Occasion parse(String word) {
        return Stream.of(values())
                .filter(occasion -> occasion.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("messages are for "
                        + Stream.of(values()).map(Occasion::word).toList() + ", was \"" + word + "\""));
    }
}
