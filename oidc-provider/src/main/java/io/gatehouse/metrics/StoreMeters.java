package io.gatehouse.metrics;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomStore;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Measures stores: how long they take to answer, and how often they fail, as those fare who ask. Where a
 * store has a guard, waiting for it and asking again are part of an answer.
 */
public final class StoreMeters {

    private static final Duration[] ANSWERS = LongStream.of(1, 5, 10, 50, 100, 500, 1_000, 5_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final LineCounts line;
    private final Ticker ticker;

    StoreMeters(MeterRegistry registry, LineCounts line, Ticker ticker) {
        this.registry = registry;
        this.line = line;
        this.ticker = ticker;
    }

    /** The store, measured; changes of its places are counted as well. */
    public RoomStore measured(RoomStore store) {
        return new MeasuredRoomStore(store, this, line);
    }

    /** The store, measured. */
    public ExpiringStore measured(ExpiringStore store) {
        return new MeasuredExpiringStore(store, this);
    }

    /** The store, measured. */
    public LedgerStore measured(LedgerStore store) {
        return new MeasuredLedgerStore(store, this);
    }

    Questions questions(String store, String operation) {
        var answered = Timer.builder("gatehouse.store")
                .description("How long answers of the store took")
                .tags("store", store, "operation", operation)
                .serviceLevelObjectives(ANSWERS)
                .register(registry);
        var failed = Counter.builder("gatehouse.store.failures")
                .description("Questions that the store has not answered")
                .tags("store", store, "operation", operation)
                .register(registry);
        return new Questions(answered, failed, ticker);
    }

    /** The meters of questions of one kind. */
    record Questions(Timer answered, Counter failed, Ticker ticker) {

        <T> T ask(Supplier<T> question) {
            var began = ticker.read();
            try {
                var answer = question.get();
                answered.record(ticker.read() - began, TimeUnit.NANOSECONDS);
                return answer;
            } catch (RuntimeException failure) {
                failed.increment();
                throw failure;
            }
        }
    }
}
