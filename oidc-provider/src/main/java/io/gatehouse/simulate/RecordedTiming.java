package io.gatehouse.simulate;

import io.gatehouse.history.Spans;
import java.time.Duration;

/**
 * Spans as a room's history has counted them, those of a bucket spread evenly over it, and all of them scaled
 * to the mean that was measured: the buckets are wide.
 *
 * @param counted at least one
 */
record RecordedTiming(Spans counted, Duration mean) implements Timing {

    private static final int PARTS = 100;

    RecordedTiming {
        if (counted.total() == 0 || mean.toMillis() < 1) {
            throw new IllegalArgumentException("spans must be one or more, with a mean, were " + counted + ", " + mean);
        }
    }

    @Override
    public long draw(Chance chance) {
        var span = counted.quantile(chance.share()).orElseThrow().toMillis();
        return Math.max(1, Math.round(span * (mean.toMillis() / countedMean())));
    }

    /** In milliseconds. */
    private double countedMean() {
        var sum = 0d;
        for (int part = 0; part < PARTS; part++) {
            sum += counted.quantile((part + 0.5) / PARTS).orElseThrow().toMillis();
        }
        return Math.max(1, sum / PARTS);
    }
}
