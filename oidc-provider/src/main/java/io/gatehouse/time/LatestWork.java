package io.gatehouse.time;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Writes to the store in a few threads of its own, so that a tick does not wait for the store. For each room,
 * or other key, one piece of work runs and one waits: a later one, which knows more, replaces the waiting
 * one. So the backlog before a store that hangs does not grow, and rooms take turns.
 */
public final class LatestWork<K> implements AutoCloseable {

    private final ExecutorService threads;
    private final Set<K> underWay = new HashSet<>();
    private final Map<K, Runnable> waiting = new HashMap<>();

    /**
     * @param most threads: fewer than may ask the store at a time, so that operators get through while it is
     *     slow
     */
    public LatestWork(String name, int most) {
        threads = Executors.newFixedThreadPool(most, Workers.named(name));
    }

    /** Lets this run soon, unless another one for the same key comes before it is begun. */
    public synchronized void add(K key, Runnable work) {
        waiting.put(key, work);
        goOn(key);
    }

    private synchronized void goOn(K key) {
        if (waiting.containsKey(key) && !threads.isShutdown() && underWay.add(key)) {
            threads.execute(() -> doNext(key));
        }
    }

    private void doNext(K key) {
        try {
            next(key).run();
        } finally {
            ended(key);
        }
    }

    private synchronized Runnable next(K key) {
        return Objects.requireNonNull(waiting.remove(key));
    }

    private synchronized void ended(K key) {
        underWay.remove(key);
        goOn(key);
        notifyAll();
    }

    /** Waits until no work is under way or waiting. */
    public synchronized void settle() {
        try {
            while (!underWay.isEmpty()) {
                wait();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets work under way end, for a few seconds. */
    @Override
    public void close() {
        Workers.end(threads);
    }
}
