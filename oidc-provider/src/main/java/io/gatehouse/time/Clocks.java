package io.gatehouse.time;

import java.time.Duration;
import java.time.Instant;

/** The clocks of several nodes: they may differ a little, and each may be set. */
public final class Clocks {

    private static final Duration DIFFER_AT_MOST = Duration.ofMinutes(1);

    private Clocks() {}

    /**
     * Whether a stored moment is further ahead of this clock than two clocks may differ: then the clock that
     * wrote it has been set back since, and its age is unknown.
     */
    public static boolean isAhead(Instant written, Instant latest) {
        return written.isAfter(latest.plus(DIFFER_AT_MOST));
    }
}
