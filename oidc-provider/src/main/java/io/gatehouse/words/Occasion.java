package io.gatehouse.words;

import java.util.Locale;
import java.util.stream.Stream;

/** When a message is shown. One that waits for its occasion is written beforehand, and appears and goes by itself. */
public enum Occasion {
    /** On every page of the room, for as long as it is there. */
    ALWAYS,
    /** To those who are told that the line is paused. */
    PAUSED,
    /** To those who are told that the doors are closed, or have closed before it was their turn. */
    CLOSED,
    /** To those who are told that it is sold out. */
    SOLD_OUT;

    /** As the API says it: {@code sold-out}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads a {@link #word}; {@link IllegalArgumentException} names those that there are. */
    public static Occasion parse(String word) {
        return Stream.of(values())
                .filter(occasion -> occasion.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("messages are for "
                        + Stream.of(values()).map(Occasion::word).toList() + ", was \"" + word + "\""));
    }
}
