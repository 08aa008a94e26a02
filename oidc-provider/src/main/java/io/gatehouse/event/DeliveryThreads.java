package io.gatehouse.event;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Workers;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that deliver events, so that no other thread waits for receivers. Each receiver has its own, so
 * one that hangs delays no other; one thread at most works for a room there, or the order would be lost.
 */
final class DeliveryThreads implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryThreads.class);

    /** The threads of a receiver, for different rooms. */
    private static final int AT_ONCE = 4;

    private final ThreadPoolExecutor writers = threads("events");
    private final Map<String, ThreadPoolExecutor> deliveries = new ConcurrentHashMap<>();
    private final Set<Object> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /** Writes what is to be told of a room, and then has it delivered. */
    void write(RoomEvents events, Room room, RoomSnapshot seen) {
        write(events, () -> {
            events.tick(room, seen);
            events.deliveries().forEach(this::deliver);
        });
    }

    /** Has this done, unless the same is under way already. */
    void write(Object what, Runnable work) {
        once(what, writers, work);
    }

    void deliver(Delivery delivery) {
        var threads = deliveries.computeIfAbsent(delivery.receiver(), name -> threads("events-" + name));
        once(delivery, threads, delivery::run);
    }

    private void once(Object what, ThreadPoolExecutor threads, Runnable work) {
        if (underWay.add(what)) {
            try {
                threads.execute(() -> {
                    try {
                        safely(work);
                    } finally {
                        underWay.remove(what);
                    }
                });
            } catch (RejectedExecutionException stopping) {
                underWay.remove(what);
            }
        }
    }

    private void safely(Runnable work) {
        try {
            if (!isClosed) {
                work.run();
            }
        } catch (StoreUnavailableException away) {
            LOG.debug("the store is away, events follow", away);
        } catch (RuntimeException broken) {
            if (!isClosed) { // the store may have gone before
                LOG.error("events could not be told, they follow", broken);
            }
        }
    }

    private static ThreadPoolExecutor threads(String name) {
        var threads = new ThreadPoolExecutor(
                AT_ONCE, AT_ONCE, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Workers.named(name));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** No thread is interrupted: a file that is read in that moment would be closed. */
    @Override
    public void close() {
        isClosed = true;
        writers.shutdown();
        deliveries.values().forEach(ThreadPoolExecutor::shutdown);
    }
}
