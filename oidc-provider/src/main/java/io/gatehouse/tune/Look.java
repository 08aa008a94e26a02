package io.gatehouse.tune;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The facts that a step of the law rests on.
 *
 * @param readings what the signals say
 * @param silent the signals that should say something and do not, with the reason
 * @param isWanted whether visitors wait, only the limit holds them, and no answer of a site is overdue
 * @param used how much is used: slots, or turns a second since the last step
 * @param turns how many turns have been called so far
 * @param bounds between which the limit stays
 * @param period how long a step is
 * @param visit how long a visit lasts
 */
record Look(
        List<Reading> readings,
        List<String> silent,
        boolean isWanted,
        double used,
        long turns,
        Bounds bounds,
        Duration period,
        Duration visit,
        Instant now) {

    /**
     * The bounds of a limit.
     *
     * @param ceiling the configured capacity, or the rate in turns a second
     */
    record Bounds(double floor, double ceiling) {

        double clamp(double limit) {
            return Math.max(Math.min(floor, ceiling), Math.min(limit, ceiling));
        }
    }
}
