package io.gatehouse.schedule;

import java.util.Locale;
import java.util.stream.Stream;

/** The treatment of visitors who are still in line when a date closes. */
public enum AtClose {
    /** The line is called until it is empty; newcomers get no place. */
    LET_IN,
    /** Their places end, and the page shows that. Visitors who have been called may still come. */
    END;

    /** The word in the configuration and the API: {@code let-in}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads a {@link #word}; {@link IllegalArgumentException} names the known ones. */
    public static AtClose parse(String word) {
        return Stream.of(values())
                .filter(end -> end.word().equals(word.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("at-close is one of "
                        + Stream.of(values()).map(AtClose::word).toList() + ", was \"" + word + "\""));
    }
}
