package io.gatehouse.simulate;

import io.gatehouse.history.Spans;

/** Running totals of a simulation, programs among the visitors. */
final class Tally {

    long arrived;
    long refused;
    long called;
    long claimed;
    long left;

    /** How many are inside now. */
    long present;

    /** How long visitors waited until their first call, of this minute. */
    Spans waits = Spans.NONE;

    /** How long visits lasted that have ended in this minute. */
    Spans visits = Spans.NONE;

    Tally copy() {
        var copy = new Tally();
        copy.arrived = arrived;
        copy.refused = refused;
        copy.called = called;
        copy.claimed = claimed;
        copy.left = left;
        copy.present = present;
        return copy;
    }
}
