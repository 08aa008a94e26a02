package io.gatehouse.room;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * How long things last in a room, in whole milliseconds: so are the moments that stores keep.
 *
 * @param claimWindow how long a turn is kept for its visitor, and how long a claimed admission waits for its site
 * @param admissionTtl how long an admission lasts, from the claim
 * @param returnWindow how long one whose turn has lapsed may ask for the second chance
 * @param waitingTtl how long a place in line is kept that nobody looks for
 */
public record Terms(Duration claimWindow, Duration admissionTtl, Duration returnWindow, Duration waitingTtl) {

    private static final Duration SHORTEST_RETURN = Duration.ofMinutes(10);

    public Terms {
        claimWindow = whole("claim-window", claimWindow);
        admissionTtl = whole("admission-ttl", admissionTtl);
        returnWindow = whole("return-window", returnWindow);
        waitingTtl = whole("waiting-ttl", waitingTtl);
    }

    /** How long one may return where nobody says: a claim window, or ten minutes if that is longer. */
    public static Duration usualReturn(Duration claimWindow) {
        return claimWindow.compareTo(SHORTEST_RETURN) > 0 ? claimWindow : SHORTEST_RETURN;
    }

    private static Duration whole(String name, Duration value) {
        if (value.compareTo(Duration.ZERO) <= 0) {
            throw new IllegalArgumentException(name + " must be longer than nothing, was " + value);
        }
        return value.truncatedTo(ChronoUnit.MILLIS);
    }
}
