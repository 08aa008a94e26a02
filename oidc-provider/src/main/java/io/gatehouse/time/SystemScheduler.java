package io.gatehouse.time;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine's own time: only this class reads it, sleeps, and has a timer. */
public final class SystemScheduler implements Scheduler, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SystemScheduler.class);

    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, Workers.named("gatehouse-timer"));

    @Override
    public long read() {
        return System.nanoTime();
    }

    @Override
    public void schedule(Runnable task, Duration delay) {
        var unused = timer.schedule(logged(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Runs that a frozen machine has missed are dropped: a fixed rate would do all of them at once when it wakes. */
    @Override
    public Repetition repeat(Runnable task, Duration pause) {
        var future = timer.scheduleWithFixedDelay(logged(task), pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void pause(Duration span) {
        var end = Deadline.after(span, this);
        while (!end.isExpired() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(end.remaining().toNanos());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** The timer would drop a repeated task that fails, and say nothing. */
    private static Runnable logged(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException failed) {
                LOG.error("a scheduled task failed", failed);
            }
        };
    }
}
