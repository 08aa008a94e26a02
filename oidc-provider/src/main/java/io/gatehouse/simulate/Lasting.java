package io.gatehouse.simulate;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A span by chance for each visitor: the length of a visit, the time to the claim, or the patience.
 *
 * @param typical the median of {@link Shape#LOG_NORMAL}, and the mean of all others; more than 0
 * @param spread the standard deviation of the logarithm of {@link Shape#LOG_NORMAL}, 0 or more; of others 0
 */
public record Lasting(Shape shape, Duration typical, double spread) implements Timing {

    /** The distribution of the spans. */
    public enum Shape {
        /** All last equally long. */
        FIXED,
        /** Many last a little shorter than the median, and few very long. */
        LOG_NORMAL,
        /** The spans of calls at an exchange. */
        EXPONENTIAL,
        /** The sum of two exponential ones: fewer are very short. */
        ERLANG;

        /** Its name in scenarios. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Shape parse(String word) {
            return Arrays.stream(values())
                    .filter(shape -> shape.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("must be one of "
                            + Arrays.stream(values()).map(Shape::word).collect(Collectors.joining(", ")) + ", was \""
                            + word + "\""));
        }
    }

    /** The longest span: a simulation ends before. */
    static final Duration LONGEST = Duration.ofDays(365);

    /** The widest spread: with more, hours and milliseconds would be equally usual. */
    static final double WIDEST = 5;

    public Lasting {
        if (typical.isNegative() || typical.isZero() || typical.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("must be a time of more than 0s, 365d at most, was " + typical);
        }
        if (!(spread >= 0 && spread <= WIDEST)) {
            throw new IllegalArgumentException("must be a spread from 0 to " + WIDEST + ", was " + spread);
        }
    }

    /** Log-normal with this median. */
    public static Lasting around(Duration median, double spread) {
        return new Lasting(Shape.LOG_NORMAL, median, spread);
    }

    @Override
    public long draw(Chance chance) {
        var factor =
                switch (shape) {
                    case FIXED -> 1;
                    case LOG_NORMAL -> chance.logNormal(spread);
                    case EXPONENTIAL -> chance.exponential();
                    case ERLANG -> (chance.exponential() + chance.exponential()) / 2;
                };
        return Math.max(1, Math.min(Math.round(factor * typical.toMillis()), LONGEST.toMillis()));
    }

    @Override
    public Duration mean() {
        var factor = shape == Shape.LOG_NORMAL ? StrictMath.exp(spread * spread / 2) : 1;
        return Duration.ofMillis(Math.round(typical.toMillis() * factor));
    }
}
