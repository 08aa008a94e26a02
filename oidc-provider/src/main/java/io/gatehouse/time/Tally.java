package io.gatehouse.time;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Says seldom what happens often: at once when it happens for the first time, and from then on once a minute how often it has
 * happened since, until a minute goes by without it.
 */
public final class Tally {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Scheduler scheduler;
    private final Map<String, Long> unsaid = new ConcurrentHashMap<>();

    public Tally(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * It has happened once more.
     *
     * @param what tells one thing from another; there are to be few of them, whatever is sent to us
     * @param says hears how often it was, at once or at the end of the minute
     */
    public void count(String what, LongConsumer says) {
        if (unsaid.merge(what, 0L, (before, none) -> before + 1) == 0) {
            says.accept(1);
            again(what, says);
        }
    }

    private void say(String what, LongConsumer says) {
        var times = new AtomicLong();
        unsaid.computeIfPresent(what, (same, before) -> {
            times.set(before);
            return before == 0 ? null : 0L;
        });
        if (times.get() > 0) {
            says.accept(times.get());
            again(what, says);
        }
    }

    private void again(String what, LongConsumer says) {
        try {
            scheduler.schedule(() -> say(what, says), MINUTE);
        } catch (RejectedExecutionException stopping) {
            // Nobody is there any more who could be told.
        }
    }
}
