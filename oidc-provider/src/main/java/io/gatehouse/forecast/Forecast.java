package io.gatehouse.forecast;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The time until visitors are called, as a range for each place in line.
 *
 * @param by what it rests on
 * @param points what is said of some places in line, those with fewer turns before them first; of a place
 *     between two of them what lies between the two is said. Empty when nothing can be said
 * @param change what has changed of late, if that makes waits longer or shorter
 */
public record Forecast(By by, List<Point> points, Optional<Change> change) {

    /** The rule that decides how long visitors wait. */
    public enum By {
        /** The rate holds the line: the speed is known. */
        RATE,
        /** Slots or a site hold it: the speed is measured. */
        MEASURED,
        /** A limit that finds itself holds it: the speed is measured, and has a bound. */
        TUNED,
        /** Turns are granted at set times. */
        PERIODS,
        /** An operator lets visitors in by hand: nothing can be said. */
        BY_HAND,
        /** No visitor is called at present. */
        HELD;

        /** The name in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /**
         * The value for a room whose line is held by this rule.
         *
         * @param rule a name of {@link io.gatehouse.room.Advance.Why}, perhaps of a later release
         * @param isByPeriods whether turns are granted at set times
         */
        static By of(String rule, boolean isByPeriods) {
            return switch (rule) {
                case "RATE" -> RATE;
                case "TUNED" -> TUNED;
                case "BY_HAND" -> isByPeriods ? PERIODS : BY_HAND;
                case "PAUSED", "NOT_OPEN", "DRAW", "HELD", "STOCK", "SOLD_OUT" -> HELD;
                default -> MEASURED;
            };
        }
    }

    /** The cause of another speed. */
    public enum Change {
        /** An operator has changed rate, capacity or stock. */
        OPERATOR,
        /** The line was paused. */
        PAUSE,
        /** The line has become slower by itself: visits take longer, or the site takes fewer visitors. */
        SLOWER;

        /** The name in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The range for one place in line.
     *
     * @param turns how many turns it takes until its own, that one included; more than 0
     * @param from the shortest wait, in whole seconds
     * @param to the longest wait, in whole seconds
     */
    public record Point(double turns, long from, long to) {

        public Point {
            if (!(turns > 0) || from < 0 || to < from) {
                throw new IllegalArgumentException(
                        "a point must be more than 0 turns and a range, was " + turns + ", " + from + " to " + to);
            }
        }
    }

    /**
     * A wait.
     *
     * @param from the shortest, in seconds
     * @param to the longest, in seconds
     */
    public record Range(double from, double to) {

        Duration shortest() {
            return Duration.ofMillis(Math.round(from * 1000));
        }

        Duration longest() {
            return Duration.ofMillis(Math.round(to * 1000));
        }

        /** These seconds as a share of the middle of the range. */
        double share(double seconds) {
            return seconds / ((from + to) / 2);
        }
    }

    public Forecast {
        points = List.copyOf(points);
    }

    /** The wait of a visitor who is called after so many turns, that one included; empty if nothing can be said. */
    public Optional<Range> range(double turns) {
        if (points.isEmpty()) {
            return Optional.empty();
        }
        double before = 0;
        long from = 0;
        long to = 0;
        for (var point : points) {
            if (turns <= point.turns()) {
                var part = (turns - before) / (point.turns() - before);
                return Optional.of(new Range(from + part * (point.from() - from), to + part * (point.to() - to)));
            }
            before = point.turns();
            from = point.from();
            to = point.to();
        }
        var part = turns / before;
        return Optional.of(new Range(part * from, part * to));
    }

    /**
     * How many turns fit into a time at most; empty if that cannot be said. If the line ends then, visitors
     * behind them cannot hope to be called.
     */
    public OptionalLong turnsWithin(Duration time) {
        var seconds = Math.max(0, time.toMillis() / 1000d);
        double before = 0;
        long from = 0;
        for (var point : points) {
            if (point.from() > seconds) {
                return OptionalLong.of(
                        (long) (before + (point.turns() - before) * (seconds - from) / (point.from() - from)));
            }
            before = point.turns();
            from = point.from();
        }
        return from == 0 ? OptionalLong.empty() : OptionalLong.of((long) (before * seconds / from));
    }

    /** The speed of the line for the next few minutes, as a range; empty if that cannot be said. */
    public Optional<Throughput> throughput() {
        return points.stream()
                .filter(point -> point.to() >= 300)
                .findFirst()
                .map(point -> new Throughput(
                        rounded(point.turns() * 60 / point.to()),
                        rounded(point.turns() * 60 / Math.max(1, point.from()))));
    }

    private static double rounded(double rate) {
        return Math.max(0.01, Math.round(rate * 100) / 100d);
    }
}
