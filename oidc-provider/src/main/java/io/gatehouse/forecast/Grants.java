package io.gatehouse.forecast;

import io.gatehouse.forecast.Forecast.Point;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Turns that are granted at set times.
 *
 * @param turns how many each time, 1 or more
 * @param next how long until the next time
 * @param every how long between two times
 */
public record Grants(long turns, Duration next, Duration every) {

    /** A board has no more steps than this; behind them they are taken for a slope. */
    private static final long MOST_STEPS = 24;

    /** Seconds that a tick and the store may take. */
    private static final long SLACK = 5;

    public Grants {
        if (turns < 1 || next.isNegative() || every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException(
                    "turns must be 1 or more and times positive, were " + turns + ", " + next + " and " + every);
        }
    }

    /** The forecast for a line of this length: a step for each grant. */
    List<Point> points(long waiting) {
        var steps = Math.min(MOST_STEPS, waiting / turns + 2);
        return LongStream.range(0, steps)
                .boxed()
                .flatMap(step -> {
                    var wait = next.plus(every.multipliedBy(step)).toSeconds();
                    return Stream.of(step * turns + 1, (step + 1) * turns)
                            .distinct()
                            .map(turn -> new Point(turn, wait, wait + SLACK));
                })
                .toList();
    }
}
