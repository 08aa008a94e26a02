package io.gatehouse.addition;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Scheduler.Repetition;
import io.gatehouse.time.Workers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once a tick for what operators have added elsewhere; a look that hangs holds up the next one and
 * nothing else.
 */
final class Refreshing implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Refreshing.class);

    private final List<Additions> kinds;
    private final AtomicBoolean isUnderWay = new AtomicBoolean();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Workers.named("additions"));
    private volatile Repetition looks = () -> {};

    /** @param kinds of which each may need those before it */
    Refreshing(List<Additions> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    void begin(Scheduler scheduler, Duration tick) {
        looks = scheduler.repeat(this::lookSoon, tick);
    }

    private void lookSoon() {
        if (isUnderWay.compareAndSet(false, true)) {
            thread.execute(this::look);
        }
    }

    private void look() {
        try {
            kinds.forEach(Additions::refresh);
        } catch (StoreUnavailableException away) {
            LOG.debug("what operators have added stays as it was: {}", away.getMessage());
        } finally {
            isUnderWay.set(false);
        }
    }

    @Override
    public void close() {
        looks.close();
        thread.shutdownNow();
    }
}
