package io.gatehouse.forecast;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The speed of a line's counter, by its readings of the last three hours. Times are seconds
 * in which no operator and no schedule held the line. Recent minutes count for more in a wait of minutes, and
 * the whole time counts for more in a wait of an hour.
 */
final class Speed {

    private record Sample(double at, long gone) {}

    /** Spans in seconds, with the weight of each. */
    private static final double[][] SPANS = {{60, 0.3}, {300, 0.5}, {900, 0.2}};

    /** The same for a limit that finds itself: its earlier values say little of the present one. */
    private static final double[][] TUNED_SPANS = {{60, 0.8}, {300, 0.2}};

    private static final double LONGEST = 10_800;
    private static final double SHORTEST = 30;

    /** The share of the longest span in a wait of an hour or more; it grows towards that. */
    private static final double LONG_SHARE = 0.45;

    private static final double LONG_WAIT = 3_600;
    private static final double GROWTH = 0.8;

    /** Before it is measured, a limit that finds itself is taken for this share of its ceiling on average. */
    private static final double TUNED_MEAN = 0.43;

    /** Seconds of measuring that count for as much as that. */
    private static final double TUNED_PRIOR = 3_600;

    /** Seconds in which it comes back to its mean by two thirds of the way. */
    private static final double TUNED_RETURN = 4_500;

    /** The share of the rate from which on a line counts as one that the rate holds. */
    private static final double AT_RATE = 0.9;

    /** Seconds of measuring, so that chance does not look like a higher speed. */
    private static final double AT_RATE_FOR = 1_800;

    /** Standard deviations, of a count by chance, that a speed must be above the rate to be believed. */
    private static final double CHANCE = 1.5;

    /** A line is slower if it has moved so much more slowly in ten minutes than in an hour. */
    private static final double SLOWER = 0.7;

    private static final double RECENT = 600;
    private static final double BEFORE = 3_600;
    private static final double LONG_ENOUGH = 1_800;

    private final Deque<Sample> samples = new ArrayDeque<>();

    void add(double at, long gone) {
        samples.addLast(new Sample(at, gone));
        while (samples.getFirst().at < at - LONGEST) {
            samples.removeFirst();
        }
    }

    void forget() {
        samples.clear();
    }

    /** Turns a second, for a wait of about so many seconds; empty if it has seen too little, or no turn. */
    OptionalDouble forWait(double seconds, double now, long gone) {
        var share = LONG_SHARE * Math.pow(Math.min(1, seconds / LONG_WAIT), GROWTH);
        return recent(SPANS, now, gone)
                .map(recent ->
                        (1 - share) * recent + share * over(LONGEST, now, gone).orElse(recent))
                .filter(speed -> speed > 0)
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty());
    }

    /**
     * Turns a second where a limit finds itself: it goes up and down by factors, so what counts is its
     * logarithm. It begins where it is, and comes back to its mean within an hour or so.
     *
     * @param ceiling turns a second that it never exceeds; 0 without a bound
     */
    OptionalDouble tuned(double seconds, double ceiling, double now, long gone) {
        var recent = recent(TUNED_SPANS, now, gone).filter(speed -> speed > 0);
        if (recent.isEmpty()) {
            return OptionalDouble.empty();
        }
        var known = known(now);
        var seen = Math.log(over(LONGEST, now, gone).orElse(recent.get()));
        var mean = ceiling == 0
                ? seen
                : (known * seen + TUNED_PRIOR * Math.log(TUNED_MEAN * ceiling)) / (known + TUNED_PRIOR);
        var share = Math.exp(-seconds / TUNED_RETURN);
        return OptionalDouble.of(Math.exp(share * Math.log(recent.get()) + (1 - share) * mean));
    }

    private Optional<Double> recent(double[][] spans, double now, long gone) {
        double sum = 0;
        double weights = 0;
        for (var span : spans) {
            var speed = over(span[0], now, gone);
            if (speed.isPresent()) {
                sum += span[1] * speed.getAsDouble();
                weights += span[1];
            }
        }
        return weights == 0 ? Optional.empty() : Optional.of(sum / weights);
    }

    /**
     * Turns a second where the rate holds the line: the rate, or what was measured since it was set, if that
     * is more because people have left, and more than chance makes of the rate; empty if it is so much less
     * that something else holds the line.
     */
    OptionalDouble atRate(double rate, double now, long gone) {
        var seen = over(AT_RATE_FOR, now, gone).orElse(rate);
        var chance = CHANCE * Math.sqrt(seen / Math.max(SHORTEST, Math.min(AT_RATE_FOR, known(now))));
        return seen < AT_RATE * rate ? OptionalDouble.empty() : OptionalDouble.of(Math.max(rate, seen - chance));
    }

    boolean isSlower(double now, long gone) {
        return !samples.isEmpty()
                && now - samples.getFirst().at >= LONG_ENOUGH
                && over(RECENT, now, gone).orElse(0)
                        < SLOWER * over(BEFORE, now, gone).orElse(0);
    }

    /** The length of the time that is known, in seconds. */
    private double known(double now) {
        return samples.isEmpty() ? 0 : Math.min(LONGEST, now - samples.getFirst().at);
    }

    /** Turns a second in so many seconds up to now, or in what is known of them. */
    private OptionalDouble over(double seconds, double now, long gone) {
        return samples.stream()
                .filter(sample -> sample.at >= now - seconds - 0.001)
                .limit(1)
                .filter(sample -> now - sample.at >= SHORTEST)
                .mapToDouble(sample -> Math.max(0, gone - sample.gone) / (now - sample.at))
                .findFirst();
    }
}
