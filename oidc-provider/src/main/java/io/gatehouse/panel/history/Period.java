package io.gatehouse.panel.history;

import io.gatehouse.history.History;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.panel.answer.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.convert.DurationStyle;

/**
 * A part of the history that is asked for.
 *
 * @param from its beginning
 * @param to behind its end
 * @param step how far apart its rows are
 */
record Period(Instant from, Instant to, Duration step) {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    static final Duration DAY = Duration.ofDays(1);

    /** A question to the store for each hour. */
    private static final Duration MOST_MINUTES = Duration.ofDays(2);

    private static final long MOST_ROWS = 3_000;
    private static final Instant LAST = Instant.parse("3000-01-01T00:00:00Z");
    private static final Pattern STEP = Pattern.compile("[1-9]\\d{0,3}[mhd]");

    /** Steps that make a picture: some two hundred in all. */
    private static final int IN_A_PICTURE = 240;

    /** The period that was asked for; without one, the last hour. */
    static Period read(Optional<String> from, Optional<String> to, Optional<String> step, Instant now) {
        var end = to.map(text -> Moments.read("to", text)).orElse(now);
        var begin = from.map(text -> Moments.read("from", text)).orElseGet(() -> end.minus(HOUR));
        if (begin.isBefore(Instant.EPOCH) || end.isAfter(LAST)) {
            throw RefusedException.invalid("from and to must be between 1970 and 3000", begin + " and " + end);
        }
        if (!begin.isBefore(end)) {
            throw RefusedException.invalid("from must be before to", begin + " and " + end);
        }
        if (Duration.between(begin, end).compareTo(History.HOURS_KEPT) > 0) {
            throw RefusedException.invalid(
                    "from and to must be at most " + History.HOURS_KEPT.toDays() + " days apart",
                    begin + " and " + end);
        }
        var length = step.map(Period::step).orElseGet(() -> fitting(begin, end, now));
        return new Period(begin, end, length).bounded();
    }

    private static Duration step(String text) {
        if (!STEP.matcher(text).matches()) {
            throw RefusedException.invalid("step must be like 1m, 15m, 1h or 1d", "\"" + text + "\"");
        }
        var step = DurationStyle.SIMPLE.parse(text);
        if (step.compareTo(HOUR) >= 0 && step.toMinutes() % 60 != 0) {
            throw RefusedException.invalid("step must be below an hour, or whole hours", "\"" + text + "\"");
        }
        return step;
    }

    private Period bounded() {
        var length = Duration.between(from, to);
        if (step.compareTo(HOUR) < 0 && length.compareTo(MOST_MINUTES) > 0) {
            throw RefusedException.invalid(
                    "step must be 1h or more where from and to are more than " + MOST_MINUTES.toDays() + " days apart",
                    step.toMinutes() + "m");
        }
        if (length.dividedBy(step) > MOST_ROWS) {
            throw RefusedException.invalid(
                    "from and to must be at most " + MOST_ROWS + " steps apart", length.dividedBy(step) + " steps");
        }
        return this;
    }

    /** The whole time between both, or of it as much as is kept. */
    static Period between(Instant from, Instant to, Instant now) {
        var kept = now.minus(History.HOURS_KEPT);
        var begin = from.isBefore(kept) ? kept : from;
        if (Duration.between(begin, to).compareTo(MINUTE) < 0) {
            begin = to.minus(MINUTE);
        }
        return new Period(begin, to, fitting(begin, to, now));
    }

    /** The period of this length until now. */
    static Period last(Duration length, Instant now) {
        return between(now.minus(length), now, now);
    }

    /** The shortest step that makes a picture; an hour at least where minutes are gone. */
    private static Duration fitting(Instant from, Instant to, Instant now) {
        var length = Duration.between(from, to);
        var hasMinutes = length.compareTo(MOST_MINUTES) <= 0 && !from.isBefore(now.minus(History.MINUTES_KEPT));
        var wanted = length.dividedBy(IN_A_PICTURE);
        return Stream.of(1, 2, 5, 10, 15, 60, 120, 180, 360, 720, 1_440, 2_880)
                .map(Duration::ofMinutes)
                .filter(step -> step.compareTo(wanted) >= 0)
                .filter(step -> hasMinutes || step.compareTo(HOUR) >= 0)
                .findFirst()
                .orElse(Duration.ofDays(2));
    }

    Instant begin() {
        var seconds = from.getEpochSecond();
        return Instant.ofEpochSecond(seconds - Math.floorMod(seconds, step.toSeconds()));
    }

    /** How many steps there are, with the first and the last one. */
    int steps() {
        return (int) Duration.between(begin(), to.minusNanos(1)).dividedBy(step) + 1;
    }

    /** The number of the step that begins then. */
    int at(Instant begin) {
        return (int) Duration.between(begin(), begin).dividedBy(step);
    }
}
