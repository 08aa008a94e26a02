package io.gatehouse.flow;

import io.gatehouse.store.StoreTime;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Lets a store go by the clock of a test. It is asked all the same: what it says is kept. So a node whose
 * clock is moved stays one with its store, until a test says that the store goes by the clock of another
 * node.
 */
final class SharedTime implements BeanPostProcessor {

    private final AtomicReference<StoreTime.Range> told = new AtomicReference<>();
    private volatile Clock clock;

    SharedTime(Clock clock) {
        this.clock = clock;
    }

    /** From now on the store goes by this clock. */
    void isThatOf(Clock other) {
        clock = other;
    }

    /** What the store has said last. */
    StoreTime.Range told() {
        return Objects.requireNonNull(told.get());
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof StoreTime store ? (StoreTime) () -> asked(store) : bean;
    }

    private StoreTime.Range asked(StoreTime store) {
        told.set(store.read());
        var now = clock.instant();
        return new StoreTime.Range(now, now);
    }
}
