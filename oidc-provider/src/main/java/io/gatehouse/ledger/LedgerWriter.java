package io.gatehouse.ledger;

import io.gatehouse.room.RoomId;
import io.gatehouse.time.Workers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Writes ledgers in a few threads of its own, so that a tick does not wait for the store. For each room one
 * write runs and one waits: a later one, which tells more, replaces the waiting one. So the backlog before a
 * store that hangs does not grow, and rooms take turns.
 */
final class LedgerWriter implements AutoCloseable {

    /** Fewer than may ask the store for ledgers at a time, so that operators get through while it is slow. */
    private static final int THREADS = 8;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS, THREADS, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), Workers.named("ledger"));
    private final Set<RoomId> underWay = new HashSet<>();
    private final Map<RoomId, Runnable> waiting = new HashMap<>();

    /** Lets this be done soon, unless another one for the same room comes before it is begun. */
    synchronized void write(RoomId room, Runnable writing) {
        waiting.put(room, writing);
        goOn(room);
    }

    private synchronized void goOn(RoomId room) {
        if (waiting.containsKey(room) && !threads.isShutdown() && underWay.add(room)) {
            threads.execute(() -> writeNext(room));
        }
    }

    private void writeNext(RoomId room) {
        try {
            next(room).run();
        } finally {
            ended(room);
        }
    }

    private synchronized Runnable next(RoomId room) {
        return Objects.requireNonNull(waiting.remove(room));
    }

    private synchronized void ended(RoomId room) {
        underWay.remove(room);
        goOn(room);
        notifyAll();
    }

    /** Waits until nothing is under way, and nothing waits. */
    synchronized void settle() {
        try {
            while (!underWay.isEmpty()) {
                wait();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets what is under way end, for a few seconds. What is not written then is found by the counters. */
    @Override
    public void close() {
        Workers.end(threads);
    }
}
