package io.gatehouse.room;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * How long things last in a room, in whole milliseconds: so are the moments that stores keep.
 *
 * @param claimWindow how long a turn is kept for its visitor, and how long a claimed admission waits for its site
 * @param admissionTtl how long an admission lasts, from the claim
 */
public record Terms(Duration claimWindow, Duration admissionTtl) {

    public Terms {
        claimWindow = claimWindow.truncatedTo(ChronoUnit.MILLIS);
        admissionTtl = admissionTtl.truncatedTo(ChronoUnit.MILLIS);
        if (claimWindow.compareTo(Duration.ZERO) <= 0) {
            throw new IllegalArgumentException("claim-window must be longer than nothing, was " + claimWindow);
        }
        if (admissionTtl.compareTo(Duration.ZERO) <= 0) {
            throw new IllegalArgumentException("admission-ttl must be longer than nothing, was " + admissionTtl);
        }
    }
}
