package io.gatehouse.schedule;

import java.util.Locale;
import java.util.stream.Stream;

/** The treatment of visitors in a room, apart from the time. Whether it is paused is a setting of its own. */
public enum Mode {
    /** Everybody takes a place and is called as rate and capacity allow. */
    QUEUEING,
    /** The schedule decides: closed, lobby, doors open, closed. Without any date the room is closed. */
    SCHEDULED,
    /** All visitors are called on arrival, and counted: neither rate nor capacity limits them. */
    PASS_THROUGH,
    /** No places are given and no visitor is called; the page names the next date, if there is one. */
    CLOSED,
    /** Places are given and no visitor is called, not even by hand. */
    HOLD;

    /** The word in the configuration and the API: {@code pass-through}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads a {@link #word}; {@link IllegalArgumentException} names the known ones. */
    public static Mode parse(String word) {
        return Stream.of(values())
                .filter(mode -> mode.word().equals(word.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a mode is one of "
                        + Stream.of(values()).map(Mode::word).toList() + ", was \"" + word + "\""));
    }
}
