package io.gatehouse.simulate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The arrivals of visitors: each stretch has its number of them, who arrive by chance, as densely as its
 * rates say.
 *
 * @param stretches in the order of time, without overlap
 */
public record Arrivals(List<Stretch> stretches) {

    /** A number above any that a scenario may have; its sums are exact. */
    private static final double TOO_MANY = 1e15;

    /** The most visitors of a scenario: more would take minutes and gigabytes. */
    public static final long MOST = 2_000_000;

    /**
     * A span with arrivals.
     *
     * @param from counted from the beginning of the scenario
     * @param first how dense they are at its beginning, 0 or more, in any unit
     * @param last the same at its end, in the same unit; in between it changes evenly
     */
    public record Stretch(Duration from, Duration until, double first, double last, long visitors) {

        public Stretch {
            if (from.isNegative() || until.compareTo(from) <= 0) {
                throw new IllegalArgumentException("a stretch must end after it begins, was " + from + " to " + until);
            }
            if (!(first >= 0 && last >= 0 && first + last < Double.POSITIVE_INFINITY) || visitors < 0) {
                throw new IllegalArgumentException(
                        "arrivals must be 0 or more, were " + first + " to " + last + " and " + visitors);
            }
        }
    }

    /** A point of a curve: so many arrive in a minute at this time, counted from the beginning of the scenario. */
    public record Point(Duration at, double perMinute) {}

    public Arrivals {
        stretches = List.copyOf(stretches);
        var visitors = stretches.stream().mapToDouble(Stretch::visitors).sum();
        if (visitors > MOST) {
            throw new IllegalArgumentException(
                    "must be " + MOST + " visitors at most, were " + String.format("%.0f", visitors));
        }
    }

    /** How many there are. */
    public long visitors() {
        return stretches.stream().mapToLong(Stretch::visitors).sum();
    }

    /**
     * Arrivals along a curve of rates. The rate changes evenly between two points and stays as it is after
     * the last.
     *
     * @param points the earliest first; the first one counts from the beginning
     * @param scale how many arrive for each that the curve says
     */
    static Arrivals along(List<Point> points, Duration end, double scale) {
        var stretches = new ArrayList<Stretch>();
        var all = 0d;
        for (var n = 0; n < points.size(); n++) {
            var from = n == 0 ? Duration.ZERO : points.get(n).at();
            var isLast = n + 1 == points.size();
            var until = isLast ? end : points.get(n + 1).at();
            var rates = new double[] {
                points.get(n).perMinute(), points.get(isLast ? n : n + 1).perMinute()
            };
            if (until.compareTo(from) > 0) {
                var before = Math.round(all * scale);
                all += minutes(until.minus(from)) * (rates[0] + rates[1]) / 2;
                var after = Math.round(Math.min(all * scale, TOO_MANY));
                stretches.add(new Stretch(from, until, rates[0], rates[1], after - before));
            }
        }
        return new Arrivals(stretches);
    }

    /** How many a curve says until the end. */
    static double total(List<Point> points, Duration end) {
        return along(points, end, 0).stretches.stream()
                .mapToDouble(one -> minutes(one.until().minus(one.from())) * (one.first() + one.last()) / 2)
                .sum();
    }

    private static double minutes(Duration span) {
        return span.toMillis() / 60_000d;
    }

    /** The moments of the arrivals one by one, in milliseconds from the beginning. */
    static final class Moments {

        private final List<Stretch> stretches;
        private final Chance chance;
        private int at;
        private long taken;
        private double passed;

        Moments(Arrivals arrivals, Chance chance) {
            this.stretches = arrivals.stretches();
            this.chance = chance;
        }

        /** The next one; below 0 when there is none. */
        long next() {
            while (at < stretches.size() && taken == stretches.get(at).visitors()) {
                at++;
                taken = 0;
                passed = 0;
            }
            if (at == stretches.size()) {
                return -1;
            }
            var stretch = stretches.get(at);
            var left = stretch.visitors() - taken++;
            // The smallest of so many equally distributed numbers between what has passed and 1.
            passed = 1 - (1 - passed) * StrictMath.pow(1 - chance.share(), 1d / left);
            var span = stretch.until().minus(stretch.from()).toMillis();
            return stretch.from().toMillis() + Math.min(span - 1, (long) (where(stretch, passed) * span));
        }

        /** The part of the stretch after which this share of its visitors has come. */
        private static double where(Stretch stretch, double share) {
            var first = stretch.first();
            var last = stretch.last();
            if (Math.abs(last - first) <= 1e-9 * (first + last)) {
                return share;
            }
            return (StrictMath.sqrt(first * first + (last * last - first * first) * share) - first) / (last - first);
        }
    }
}
