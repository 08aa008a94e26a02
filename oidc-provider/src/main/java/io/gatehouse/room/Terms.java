package io.gatehouse.room;

import io.gatehouse.setting.Kind;
import io.gatehouse.setting.Setting;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * How long things last in a room, in whole milliseconds, as the moments that stores keep.
 *
 * @param claimWindow how long a turn is kept for its visitor, and how long a claimed admission waits for its
 *     site
 * @param admissionTtl how long an admission lasts, from the claim
 * @param returnWindow how long a visitor whose turn has lapsed may ask for the second chance
 * @param waitingTtl how long a place in line is kept without a look
 */
public record Terms(Duration claimWindow, Duration admissionTtl, Duration returnWindow, Duration waitingTtl) {

    private static final Duration SHORTEST_RETURN = Duration.ofMinutes(10);

    /** What is set of them. */
    public static final List<Setting<Terms>> SETTINGS = List.of(
            new Setting<>(
                    "claimWindow",
                    Kind.span(Duration.ofSeconds(1), Duration.ofDays(1), "10m"),
                    "How long a turn is kept for its visitor, and how long a claimed admission waits for its site",
                    Terms::claimWindow),
            new Setting<>(
                    "admissionTtl",
                    Kind.span(Duration.ofSeconds(1), Duration.ofDays(30), "1h"),
                    "How long an admission lasts, from the claim",
                    Terms::admissionTtl),
            new Setting<>(
                    "returnWindow",
                    Kind.span(Duration.ofSeconds(1), Duration.ofDays(1), "10m"),
                    "How long a visitor whose turn went by may ask to be called once more",
                    Terms::returnWindow),
            new Setting<>(
                    "waitingTtl",
                    Kind.span(Duration.ofMinutes(10), Duration.ofDays(30), "1d"),
                    "How long a place in line is kept that no page asks for",
                    Terms::waitingTtl));

    public Terms {
        claimWindow = claimWindow.truncatedTo(ChronoUnit.MILLIS);
        admissionTtl = admissionTtl.truncatedTo(ChronoUnit.MILLIS);
        returnWindow = returnWindow.truncatedTo(ChronoUnit.MILLIS);
        waitingTtl = waitingTtl.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The default time to return: a claim window, or ten minutes if that is longer. */
    public static Duration usualReturn(Duration claimWindow) {
        return claimWindow.compareTo(SHORTEST_RETURN) > 0 ? claimWindow : SHORTEST_RETURN;
    }
}
