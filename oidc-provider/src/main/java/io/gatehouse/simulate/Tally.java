package io.gatehouse.simulate;

/** Running totals of a simulation, programs among the visitors. */
final class Tally {

    long arrived;
    long refused;
    long called;
    long claimed;
    long left;

    /** How many are inside now. */
    long present;

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
