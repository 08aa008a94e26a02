package io.gatehouse.store;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a node with a wrong clock away from shared lines: by its time all turns would lapse, for all nodes.
 * Before each question to a line it compares the clock with the store's. While they differ by more than
 * {@link #MOST}, the line's store counts as away: the node calls no visitor, gives no places, ends no turn
 * and is not ready. It recovers by itself.
 *
 * <p><b>Cost.</b> The store is asked every ten seconds. In between, the {@link Ticker} measures the time that
 * has passed, which no clock setting changes; so a clock that jumps is noticed at the next question, and the
 * store is asked at once.
 *
 * <p><b>In doubt.</b> An answer takes some time, and a store may tell whole seconds. Only the certain part of
 * the difference counts. If the store does not answer, the last result stays; the question itself then meets
 * the outage.
 */
final class ClockWatch {

    /** The largest accepted difference: more than synchronised clocks show, and less than any span of a line. */
    static final Duration MOST = Duration.ofSeconds(2);

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);

    /**
     * The result of a comparison.
     *
     * @param ahead the least time by which the clock was ahead; negative when it was behind
     * @param at the clock's time at the comparison
     * @param ticks the ticker's reading at the comparison
     */
    private record Comparison(Duration ahead, Instant at, long ticks, Deadline next) {}

    private final Optional<StoreTime> store;
    private final Clock clock;
    private final Ticker ticker;
    private final ReentrantLock asking = new ReentrantLock();
    private final AtomicBoolean isOff = new AtomicBoolean();
    private volatile Optional<Comparison> last = Optional.empty();

    /** @param store the clock that all nodes share; empty where there is one node */
    ClockWatch(Optional<StoreTime> store, Clock clock, Ticker ticker, MeterRegistry meters) {
        this.store = store;
        this.clock = clock;
        this.ticker = ticker;
        TimeGauge.builder("gatehouse.clock.ahead", this, TimeUnit.MILLISECONDS, known -> known.ahead()
                        .toMillis())
                .description("How far this node's clock is ahead of the store's, at least; negative when it is behind")
                .register(meters);
    }

    /** Throws {@link StoreUnavailableException} while the clock is off. */
    void requireRight() {
        store.ifPresent(time -> {
            if (isDue()) {
                compare(time);
            }
            tell();
            if (isOff.get()) {
                throw new StoreUnavailableException("this node's clock is off by " + ahead(), null);
            }
        });
    }

    /** The least time by which the clock is ahead of the store's, as this node knows it; negative when it is behind. */
    Duration ahead() {
        return last.map(this::ahead).orElse(Duration.ZERO);
    }

    private Duration ahead(Comparison then) {
        var passed = Duration.ofNanos(ticker.read() - then.ticks);
        return then.ahead.plus(Duration.between(then.at.plus(passed), clock.instant()));
    }

    private boolean isDue() {
        return last.map(then -> then.next.isExpired() || isTooMuch()).orElse(true);
    }

    private boolean isTooMuch() {
        return ahead().abs().compareTo(MOST) > 0;
    }

    /**
     * One caller asks the store; the others use the last result. They wait for the answer if there is no
     * result yet, or if it says that the clock is off.
     */
    private void compare(StoreTime time) {
        if (!isEntered(last.isEmpty() || isTooMuch())) {
            return;
        }
        try {
            if (isDue()) {
                ask(time);
            }
        } finally {
            asking.unlock();
        }
    }

    private boolean isEntered(boolean waits) {
        try {
            return waits ? asking.tryLock(PAUSE.toMillis(), TimeUnit.MILLISECONDS) : asking.tryLock();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void ask(StoreTime time) {
        try {
            var before = clock.instant();
            var told = time.read();
            var after = clock.instant();
            var next = Deadline.after(INTERVAL, ticker);
            last = Optional.of(new Comparison(difference(before, told, after), after, ticker.read(), next));
        } catch (StoreUnavailableException away) {
            var then = last.orElseGet(
                    () -> new Comparison(Duration.ZERO, clock.instant(), ticker.read(), Deadline.after(PAUSE, ticker)));
            last = Optional.of(new Comparison(then.ahead, then.at, then.ticks, Deadline.after(PAUSE, ticker)));
        }
    }

    private static Duration difference(Instant before, StoreTime.Range told, Instant after) {
        if (before.isAfter(told.latest())) {
            return Duration.between(told.latest(), before);
        }
        return after.isBefore(told.earliest()) ? Duration.between(told.earliest(), after) : Duration.ZERO;
    }

    private void tell() {
        var isNow = isTooMuch();
        if (isOff.compareAndSet(!isNow, isNow)) {
            if (isNow) {
                LOG.error(
                        "this node's clock is {} s {} the store's: it calls nobody and gives no places until the clock is set",
                        ahead().abs().toSeconds(),
                        ahead().isNegative() ? "behind" : "ahead of");
            } else {
                LOG.info("this node's clock is right again: it goes on");
            }
        }
    }
}
