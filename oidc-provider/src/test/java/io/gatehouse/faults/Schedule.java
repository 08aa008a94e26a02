package io.gatehouse.faults;

import io.gatehouse.flow.Wire;
import java.time.Duration;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What visitors are going to do, each at its time: many of them share a few connections. */
public final class Schedule {

    private record Task(long at, Consumer<Wire> what) implements Delayed {

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    private final DelayQueue<Task> schedule = new DelayQueue<>();

    /** It is to happen after so long. */
    public void add(Duration in, Consumer<Wire> what) {
        schedule.add(new Task(System.nanoTime() + in.toNanos(), what));
    }

    /** Does the next one that is due; false when there is none. */
    boolean does(Wire wire) {
        return does(schedule.poll(), wire);
    }

    /** The same, but waits a little for one. */
    public boolean waits(Wire wire) throws InterruptedException {
        return does(schedule.poll(10, TimeUnit.MILLISECONDS), wire);
    }

    private static boolean does(@Nullable Task task, Wire wire) {
        if (task == null) {
            return false;
        }
        task.what.accept(wire);
        return true;
    }
}
