package io.gatehouse.bench;

import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * How long visitors wait for a unit of work while so many come each second, whether the server is ready for
 * them or not.
 *
 * <p>Each unit has its moment, and counts from then on: a server that stands still for a second makes all who
 * come meanwhile wait, and not only the few whose requests are under way (coordinated omission, as Gil Tene
 * calls it). Nobody's moment is left out; when all connections are busy, whoever comes waits for one, and
 * that counts.
 */
final class ConstantRate {

    private static final int CONNECTIONS = 64;
    private static final int DIGITS = 3;

    private ConstantRate() {}

    /** Microseconds from each unit's moment to its end, for all units of this span. */
    static Histogram of(int port, int perSecond, Duration span, Work work) {
        var waits = new ConcurrentHistogram(DIGITS);
        waits.setAutoResize(true);
        var units = perSecond * span.toSeconds();
        var next = new AtomicLong();
        var start = System.nanoTime();
        new RetryingVisitors(port).sends(CONNECTIONS, wire -> {
            for (var unit = next.getAndIncrement(); unit < units; unit = next.getAndIncrement()) {
                var moment = start + unit * 1_000_000_000L / perSecond;
                await(moment);
                does(work, wire);
                waits.recordValue((System.nanoTime() - moment) / 1_000);
            }
        });
        return waits;
    }

    private static void await(long moment) {
        for (var left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void does(Work work, Wire wire) {
        try {
            work.once(wire);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
