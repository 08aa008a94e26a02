package io.gatehouse.flow;

import io.gatehouse.time.MutableScheduler;
import io.gatehouse.time.Scheduler;
import java.time.Duration;

/** The time of a caller of Gatehouse: it stands, and a pause lets its span pass at once, for Gatehouse too. */
public final class Passing implements Scheduler {

    private final MutableScheduler standing = new MutableScheduler();
    private final RunningGatehouse gatehouse;

    public Passing(RunningGatehouse gatehouse) {
        this.gatehouse = gatehouse;
    }

    @Override
    public void schedule(Runnable task, Duration delay) {
        standing.schedule(task, delay);
    }

    @Override
    public Repetition repeat(Runnable task, Duration pause) {
        return standing.repeat(task, pause);
    }

    @Override
    public void pause(Duration span) {
        standing.pause(span);
        gatehouse.elapse(span);
    }

    @Override
    public long read() {
        return standing.read();
    }
}
