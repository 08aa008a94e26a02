package io.gatehouse.simulate;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The fate of a visitor at the end of a simulation. */
public enum Fate {
    /** Was admitted. */
    ADMITTED,
    /** Was called, and did not come in time. */
    NO_SHOW,
    /** Has a turn that is still open. */
    CALLED,
    /** Left the line, or closed the page before the call. */
    GAVE_UP,
    /** Is still in line. */
    WAITING,
    /** Was in line when the line ended. */
    SHUT_OUT,
    /** Got no place: the room was closed. */
    CLOSED,
    /** Got no place: the stock was consumed. */
    SOLD_OUT,
    /** Got no place: the line was as long as the room lets it be. */
    FULL;

    /** Its name in sentences: {@code gave up}. */
    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Its name in JSON: {@code gaveUp}. */
    String member() {
        var parts = words().split(" ", -1);
        return Arrays.stream(parts)
                .skip(1)
                .map(part -> part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1))
                .collect(Collectors.joining("", parts[0], ""));
    }

    /** Whether the visitor wanted to get in, and could not so far. */
    public boolean isLeftOutside() {
        return this == WAITING || this == SHUT_OUT || this == CLOSED || this == SOLD_OUT || this == FULL;
    }
}
