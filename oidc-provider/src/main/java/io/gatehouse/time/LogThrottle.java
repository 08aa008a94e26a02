package io.gatehouse.time;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;

/**
 * Keeps a log readable when one event happens often. The first case is logged at once. After that the number
 * of cases is logged once a minute, until a minute passes without any.
 */
public final class LogThrottle {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The number of occurrences since the last line, and the newest reporter, which knows the last case. */
    private record Unsaid(long times, LongConsumer says) {}

    private final Scheduler scheduler;
    private final Map<String, Unsaid> unsaid = new ConcurrentHashMap<>();

    public LogThrottle(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * Counts one more occurrence.
     *
     * @param what names the event; there must be few names: no text of a client
     * @param says hears the count, at once or at the end of the minute; then the latest one does
     */
    public void count(String what, LongConsumer says) {
        var now = unsaid.merge(what, new Unsaid(0, says), (before, one) -> new Unsaid(before.times + 1, says));
        if (now.times == 0) {
            says.accept(1);
            again(what);
        }
    }

    private void say(String what) {
        var due = new AtomicReference<Unsaid>();
        unsaid.computeIfPresent(what, (same, before) -> {
            due.set(before);
            return before.times == 0 ? null : new Unsaid(0, before.says);
        });
        var last = due.get();
        if (last != null && last.times > 0) {
            last.says.accept(last.times);
            again(what);
        }
    }

    private void again(String what) {
        try {
            scheduler.schedule(() -> say(what), MINUTE);
        } catch (RejectedExecutionException stopping) {
            // There is no log left to write to.
        }
    }
}
