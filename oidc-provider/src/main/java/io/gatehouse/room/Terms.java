package io.gatehouse.room;

import io.gatehouse.setting.Kind;
import io.gatehouse.setting.Setting;
import io.gatehouse.setting.Spans;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * How long things last in a room, in whole milliseconds, as the moments that stores keep.
 *
 * @param claimWindow how long a turn is kept for its visitor, and how long a claimed admission waits for its
 *     site
 * @param admissionTtl how long an admission lasts, from the claim
 * @param returnWindow how long a visitor whose turn has lapsed may ask for the second chance
 * @param waitingTtl how long a place in line is kept without a look
 * @param slotHeld how long a turn holds its slot in a room with a capacity and without a stock, one second to
 *     a day; as long as the claim window or longer: as long as it is open. Empty stands for {@value #AUTO}:
 *     the time within which three of four visitors who came had come, at least {@link #SHORTEST_HELD} and at
 *     most the claim window; {@link #USUALLY_HELD} before a node has measured that
 */
public record Terms(
        Duration claimWindow,
        Duration admissionTtl,
        Duration returnWindow,
        Duration waitingTtl,
        Optional<Duration> slotHeld) {

    /** How long a turn holds its slot where that is not set, and where it is not measured yet. */
    public static final Duration USUALLY_HELD = Duration.ofSeconds(45);

    /** The shortest time that a node chooses by itself. */
    public static final Duration SHORTEST_HELD = Duration.ofSeconds(15);

    /** How the configuration leaves the time to the node. */
    public static final String AUTO = "auto";

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
                    Terms::waitingTtl),
            new Setting<>(
                    "slotHeld",
                    Kind.spanOr(AUTO, Duration.ofSeconds(1), Duration.ofDays(1), "45s"),
                    "How long a turn holds its slot of the capacity",
                    terms -> terms.slotHeld.<Object>map(span -> span).orElse(AUTO)));

    /** Those of a room whose turns hold their slots as long as they are open. */
    public Terms(Duration claimWindow, Duration admissionTtl, Duration returnWindow, Duration waitingTtl) {
        this(claimWindow, admissionTtl, returnWindow, waitingTtl, Optional.of(claimWindow));
    }

    public Terms {
        claimWindow = claimWindow.truncatedTo(ChronoUnit.MILLIS);
        admissionTtl = admissionTtl.truncatedTo(ChronoUnit.MILLIS);
        returnWindow = returnWindow.truncatedTo(ChronoUnit.MILLIS);
        waitingTtl = waitingTtl.truncatedTo(ChronoUnit.MILLIS);
        slotHeld = slotHeld.map(span -> span.truncatedTo(ChronoUnit.MILLIS));
    }

    /** Reads {@code 45s}, {@code 2m} or {@value #AUTO}, which is empty. */
    public static Optional<Duration> slotHeld(String text) {
        return text.strip().equalsIgnoreCase(AUTO) ? Optional.empty() : Optional.of(Spans.parse(text, AUTO));
    }

    /** The default time to return: a claim window, or ten minutes if that is longer. */
    public static Duration usualReturn(Duration claimWindow) {
        return claimWindow.compareTo(SHORTEST_RETURN) > 0 ? claimWindow : SHORTEST_RETURN;
    }
}
