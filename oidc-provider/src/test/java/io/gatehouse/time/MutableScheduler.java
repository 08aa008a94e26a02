package io.gatehouse.time;

import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Time that stands, or goes on with the machine's, and can be put forward. It jumps, as for a machine that
 * was frozen: what has come due has run, once, when {@link #advance} returns. Where time stands, a pause lets
 * its span pass at once.
 */
public final class MutableScheduler implements Scheduler, AutoCloseable {

    /** So late may a task be, or a pause end, when the machine's time goes on. */
    private static final Duration MOMENT = Duration.ofMillis(5);

    private record Task(long at, Duration delay, Runnable work) {}

    private final PriorityBlockingQueue<Task> tasks = new PriorityBlockingQueue<>(11, comparingLong(Task::at));
    private final AtomicLong ahead = new AtomicLong();
    private final Object turns = new Object();
    private final boolean goesOn;
    private volatile boolean isClosed;

    /** Stands. */
    public MutableScheduler() {
        this(false);
    }

    private MutableScheduler(boolean goesOn) {
        this.goesOn = goesOn;
    }

    /** Goes on with the machine's time. */
    public static MutableScheduler goingOn() {
        var scheduler = new MutableScheduler(true);
        var timer = new Thread(scheduler::runUntilClosed, "mutable-scheduler");
        timer.setDaemon(true);
        timer.start();
        return scheduler;
    }

    /** Puts it forward. */
    public void advance(Duration span) {
        ahead.addAndGet(span.toNanos());
        runDue();
    }

    /** Puts it forward to what comes due next, if there is anything. */
    public void advanceToNext() {
        var next = tasks.peek();
        if (next != null) {
            advance(Duration.ofNanos(Math.max(0, next.at - read())));
        }
    }

    /** Whether something is to happen once, when this delay has passed. */
    public boolean hasScheduled(Duration delay) {
        return tasks.stream()
                .filter(task -> !(task.work instanceof Repeated))
                .anyMatch(task -> task.delay.equals(delay));
    }

    @Override
    public long read() {
        return ahead.get() + (goesOn ? System.nanoTime() : 0);
    }

    @Override
    public void schedule(Runnable task, Duration delay) {
        if (isClosed) {
            throw new RejectedExecutionException("closed");
        }
        tasks.add(new Task(read() + delay.toNanos(), delay, task));
    }

    @Override
    public Repetition repeat(Runnable task, Duration pause) {
        var repeated = new Repeated(task, pause);
        schedule(repeated, pause);
        return repeated;
    }

    @Override
    public void pause(Duration span) {
        var end = Deadline.after(span, this);
        if (!goesOn) {
            advance(span);
        }
        while (!end.isExpired() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(MOMENT.toNanos());
        }
    }

    @Override
    public void close() {
        isClosed = true;
        tasks.clear();
    }

    private void runUntilClosed() {
        while (!isClosed) {
            runDue();
            LockSupport.parkNanos(MOMENT.toNanos());
        }
    }

    private void runDue() {
        synchronized (turns) {
            var now = read();
            for (var next = tasks.peek(); next != null && next.at <= now; next = tasks.peek()) {
                tasks.remove(next);
                next.work.run();
            }
        }
    }

    private final class Repeated implements Runnable, Repetition {

        private final Runnable task;
        private final Duration pause;
        private volatile boolean isOver;

        Repeated(Runnable task, Duration pause) {
            this.task = task;
            this.pause = pause;
        }

        @Override
        public void run() {
            if (!isOver && !isClosed) {
                task.run();
                schedule(this, pause);
            }
        }

        @Override
        public void close() {
            isOver = true;
        }
    }
}
