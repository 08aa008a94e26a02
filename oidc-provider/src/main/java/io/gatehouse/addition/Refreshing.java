package io.gatehouse.addition;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.LatestWork;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Scheduler.Repetition;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads once a tick the additions that operators have made at other nodes; a read that hangs delays only the
 * next one.
 */
final class Refreshing implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Refreshing.class);

    private final List<Additions> kinds;
    private final LatestWork<String> work = new LatestWork<>("additions", 1);
    private volatile Repetition looks = () -> {};

    /** @param kinds each may need those before it */
    Refreshing(List<Additions> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    void begin(Scheduler scheduler, Duration tick) {
        looks = scheduler.repeat(() -> work.add("all kinds", this::look), tick);
    }

    private void look() {
        try {
            kinds.forEach(Additions::refresh);
        } catch (StoreUnavailableException away) {
            LOG.debug("what operators have added stays as it was: {}", away.getMessage());
        }
    }

    @Override
    public void close() {
        looks.close();
        work.close();
    }
}
