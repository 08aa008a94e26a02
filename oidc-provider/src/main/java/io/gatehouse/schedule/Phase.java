package io.gatehouse.schedule;

/** What a room does at a moment: follows from its settings and the time, and from nothing else. */
public enum Phase {
    /** No places are given and no visitor is called; places in line are kept. */
    CLOSED,
    /** Places are given, and no visitor is called before the doors open. */
    LOBBY,
    /** Places are given, and their holders called, as rate and capacity allow. */
    OPEN,
    /** After a close that lets in: no places are given, and those in line are called. */
    CLOSING,
    /**
     * After a close that ends the line: no places are given, no visitor is called, and no place stays in
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
