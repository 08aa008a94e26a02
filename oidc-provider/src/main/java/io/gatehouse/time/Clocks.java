package io.gatehouse.time;

import java.time.Duration;
import java.time.Instant;

/** Of several nodes: they do not show the very same time, and each may be set. */
public final class Clocks {

    private static final Duration DIFFER_AT_MOST = Duration.ofMinutes(1);

    private Clocks() {}

    /**
     * Whether a moment that somebody wrote down lies further ahead of the latest that is possible by this clock than two
     * clocks differ: then the one that it was written by has been set back since, and nobody knows how old it is.
     */
    public static boolean isAhead(Instant written, Instant latest) {
        return written.isAfter(latest.plus(DIFFER_AT_MOST));
    }
}
