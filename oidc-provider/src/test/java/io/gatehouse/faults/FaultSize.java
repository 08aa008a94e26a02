package io.gatehouse.faults;

import java.time.Duration;

/**
 * How much is done while something goes wrong: what proves it in a run before each landing, or, with
 * {@code -Dtest.faults=full}, as much as three nodes on two cores bear in minutes.
 */
public final class FaultSize {

    private static final boolean IS_FULL = System.getProperty("test.faults", "").equals("full");

    private FaultSize() {}

    /** So many visitors, rounds, or whatever else costs time. */
    public static int of(int usual, int full) {
        return IS_FULL ? full : usual;
    }

    /** So long something lasts. */
    static Duration of(Duration usual, Duration full) {
        return IS_FULL ? full : usual;
    }
}
