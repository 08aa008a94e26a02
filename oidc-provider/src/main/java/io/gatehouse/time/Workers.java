package io.gatehouse.time;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Threads beside all others: they keep no process alive, and may end their work when it stops. */
public final class Workers {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private Workers() {}

    /** Makes such threads, all of this name. */
    public static ThreadFactory named(String name) {
        return work -> {
            var thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Refuses new work, lets present work end for a few seconds, and interrupts the rest.
     *
     * @return how many works were never begun
     */
    public static int end(ExecutorService workers) {
        workers.shutdown();
        try {
            var isOver = workers.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return isOver ? 0 : workers.shutdownNow().size();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return workers.shutdownNow().size();
        }
    }
}
