package io.gatehouse.schedule;

/** The state of a room at a moment: it follows only from its settings and the time. */
public enum Phase {
    /** No places are given and no visitor is called; places in line are kept. */
    CLOSED,
    /** Places are given, and no visitor is called before the doors open. */
    LOBBY,
    /** Places are given, and their holders called, as rate and capacity allow. */
    OPEN,
    /** The date has closed and lets in: no places are given, and visitors in line are called. */
    CLOSING,
    /**
     * The date has closed and ends the line: no places are given, no visitor is called, and no place stays in
     * line.
     */
    ENDED,
    /** Everybody is called on arrival. */
    PASS_THROUGH,
    /** Places are given, and no visitor is called. */
    HELD;

    /** Whether newcomers get a place. */
    public boolean givesPlaces() {
        return this == LOBBY || this == OPEN || this == PASS_THROUGH || this == HELD;
    }

    /** Whether visitors may be called, in any way. */
    public boolean calls() {
        return this == OPEN || this == CLOSING || this == PASS_THROUGH;
    }
}
