package io.gatehouse.bench;

import java.time.Duration;

/**
 * How long the bench takes over a row.
 *
 * @param warmUp load that is not counted, before the first round
 * @param round load that is
 * @param rounds how many of them have to be good
 */
record Pace(Duration warmUp, Duration round, int rounds) {

    /** What the repository's figures are made with. */
    static final Pace FULL = new Pace(Duration.ofSeconds(40), Duration.ofSeconds(10), 3);

    /** Servers are warm already, or the same code has run for another row. */
    static final Pace WARM = new Pace(Duration.ofSeconds(15), Duration.ofSeconds(8), 3);

    /** The same, with {@code -Dbench.seconds=1} for whoever works on the bench: no span is longer than that. */
    Pace atMost() {
        var most = Duration.ofSeconds(Long.getLong("bench.seconds", 600));
        return new Pace(least(warmUp, most), least(round, most), rounds);
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
