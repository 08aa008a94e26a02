package io.gatehouse.store.redis;

import io.gatehouse.room.StoreUnavailableException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few connections that all threads share. The driver mends a connection that breaks; one that is whole and leads
 * nowhere is given up here: to a server that has become a replica, or one that has answered nothing for a while, whose
 * machine may be gone (the system would try to deliver for a quarter of an hour).
 */
final class RedisConnections implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisConnections.class);

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** So many answers in a row may be missing before a connection is given up. */
    private static final int MOST_TIMEOUTS = 3;

    private final AbstractRedisClient client;
    private final List<Slot> slots;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong refreshedAt = new AtomicLong(System.nanoTime());

    /** Makes all of them; throws {@link StoreUnavailableException} when that fails. */
    RedisConnections(AbstractRedisClient client, int many) {
        this.client = client;
        this.slots = Stream.generate(Slot::new).limit(many).toList();
        slots.forEach(Slot::connection);
    }

    /** One of them, in turn. */
    Slot any() {
        return slots.get(Math.floorMod(next.getAndIncrement(), slots.size()));
    }

    @Override
    public void close() {
        slots.forEach(Slot::close);
    }

    /** One connection, and how it fares. */
    final class Slot {

        private final ReentrantLock lock = new ReentrantLock();
        private final AtomicInteger timeouts = new AtomicInteger();
        private volatile @Nullable StatefulConnection<byte[], byte[]> connection;
        private volatile boolean isClosed;
        private long triedAt = System.nanoTime() - RETRY.toNanos();

        /** Throws {@link StoreUnavailableException} when there is none, and when another thread is making it. */
        StatefulConnection<byte[], byte[]> connection() {
            var present = connection;
            return present != null ? present : connected();
        }

        void answered() {
            timeouts.set(0);
        }

        void failed(StatefulConnection<byte[], byte[]> by, Throwable failure) {
            if (client instanceof RedisClusterClient cluster && RedisFailures.isAway(failure)) {
                refresh(cluster);
            }
            var isTimeout = RedisFailures.isTimeout(failure);
            if (RedisFailures.isOfAReplica(failure) || isTimeout && timeouts.incrementAndGet() >= MOST_TIMEOUTS) {
                giveUp(by, failure);
            }
        }

        private void giveUp(StatefulConnection<byte[], byte[]> broken, Throwable failure) {
            lock.lock();
            try {
                if (connection == broken) {
                    LOG.warn("Connecting to Redis anew: {}", failure.getMessage());
                    connection = null;
                    timeouts.set(0);
                    var unused = broken.closeAsync();
                }
            } finally {
                lock.unlock();
            }
        }

        private StatefulConnection<byte[], byte[]> connected() {
            if (isClosed || !lock.tryLock()) {
                throw new StoreUnavailableException("Redis: not connected", null);
            }
            try {
                var present = connection;
                if (present != null) {
                    return present;
                }
                if (System.nanoTime() - triedAt < RETRY.toNanos()) {
                    throw new StoreUnavailableException("Redis: not connected", null);
                }
                triedAt = System.nanoTime();
                var made = connect();
                connection = made;
                return made;
            } catch (RedisException away) {
                throw new StoreUnavailableException("Redis: " + away.getMessage(), away);
            } finally {
                lock.unlock();
            }
        }

        private void close() {
            isClosed = true;
            var present = connection;
            if (present != null) {
                present.close();
            }
        }
    }

    private StatefulConnection<byte[], byte[]> connect() {
        return client instanceof RedisClusterClient cluster
                ? cluster.connect(ByteArrayCodec.INSTANCE)
                : ((RedisClient) client).connect(ByteArrayCodec.INSTANCE);
    }

    /** Asks the other nodes who keeps what now; the driver itself would take its time. */
    private void refresh(RedisClusterClient cluster) {
        var last = refreshedAt.get();
        var now = System.nanoTime();
        if (now - last >= RETRY.toNanos() && refreshedAt.compareAndSet(last, now)) {
            var unused = cluster.refreshPartitionsAsync();
        }
    }
}
