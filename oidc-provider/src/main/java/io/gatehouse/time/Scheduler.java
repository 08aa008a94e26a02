package io.gatehouse.time;

import java.time.Duration;

/**
 * Runs tasks when a span of its ticker has passed. All share one thread, so a task is brief: it wakes a
 * thread of its own, or gives it work, and waits for nothing. A task that fails is logged, and a repeated one
 * comes again.
 */
public interface Scheduler extends Ticker {

    /**
     * Runs a task once.
     *
     * @throws java.util.concurrent.RejectedExecutionException when Gatehouse is stopping
     */
    void schedule(Runnable task, Duration delay);

    /** Runs a task when this pause has passed, and again each time when it has passed since the task's last end. */
    Repetition repeat(Runnable task, Duration pause);

    /** Holds the calling thread up. An interrupted thread goes on at once and stays interrupted. */
    void pause(Duration span);

    /** A task that comes again. */
    interface Repetition extends AutoCloseable {

        /** The task begins no more after this. */
        @Override
        void close();
    }
}
