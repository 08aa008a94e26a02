package io.gatehouse.simulate;

/** What has become of a visitor at the end of a simulation. */
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

    /** Whether the visitor wanted to get in, and could not so far. */
    public boolean isLeftOutside() {
        return this == WAITING || this == SHUT_OUT || this == CLOSED || this == SOLD_OUT || this == FULL;
    }
}
