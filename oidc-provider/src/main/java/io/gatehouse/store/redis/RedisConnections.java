package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Ticker;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few connections that all threads share. The driver mends a connection that breaks; one that is whole and
 * leads nowhere is given up here: to a server that has answered nothing for a while, whose machine may be
 * gone (the system would try to deliver for a quarter of an hour).
 *
 * <p>One to a server that has become a replica serves those who only read, until another one leads to a
 * server that takes writes: that is looked for once a second at most, and only while writes are refused. A
 * cluster's driver finds the new master over the connections that it has, once it has asked who keeps what.
 */
final class RedisConnections implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisConnections.class);

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** The number of missing answers in a row at which a connection is given up. */
    private static final int MOST_TIMEOUTS = 3;

    /** A key without an owner: its removal changes nothing, and a replica refuses it. */
    private static final byte[] NOTHING = "gatehouse:nothing".getBytes(US_ASCII);

    private final AbstractRedisClient client;
    private final List<Slot> slots;
    private final Duration timeout;
    private final AtomicInteger next = new AtomicInteger();
    private final Ticker ticker;
    private final AtomicLong refreshedAt;

    /** Makes all connections; throws {@link StoreUnavailableException} when that fails. */
    RedisConnections(AbstractRedisClient client, int many, Ticker ticker) {
        this.client = client;
        this.ticker = ticker;
        this.refreshedAt = new AtomicLong(ticker.read());
        this.slots = Stream.generate(Slot::new).limit(many).toList();
        slots.forEach(Slot::connection);
        this.timeout = slots.get(0).connection().getTimeout();
    }

    /** The longest wait for an answer. */
    Duration timeout() {
        return timeout;
    }

    /** One of the connections, in turn. */
    Slot any() {
        return slots.get(Math.floorMod(next.getAndIncrement(), slots.size()));
    }

    @Override
    public void close() {
        slots.forEach(Slot::close);
    }

    /** One connection and its failures. */
    final class Slot {

        private final ReentrantLock lock = new ReentrantLock();
        private final AtomicInteger timeouts = new AtomicInteger();
        private final AtomicReference<@Nullable StatefulConnection<byte[], byte[]>> connection =
                new AtomicReference<>();
        private final AtomicLong triedAt = new AtomicLong(ticker.read() - RETRY.toNanos());
        private volatile boolean isClosed;

        /** Throws {@link StoreUnavailableException} when there is none, and when another thread is making it. */
        StatefulConnection<byte[], byte[]> connection() {
            var present = connection.get();
            return present != null ? present : connected();
        }

        void answered() {
            timeouts.set(0);
        }

        void failed(StatefulConnection<byte[], byte[]> by, Throwable failure) {
            if (client instanceof RedisClusterClient cluster && RedisFailures.isAway(failure)) {
                refresh(cluster);
            }
            if (client instanceof RedisClient server && RedisFailures.isOfAReplica(failure) && isDue(triedAt)) {
                LOG.warn("Redis can only be read, looking for one that takes writes: {}", failure.getMessage());
                // The caller, who may be a turnstile, does not wait for a server that may not answer.
                var search = new Thread(() -> replace(by, server), "redis-master");
                search.setDaemon(true);
                search.start();
            }
            if (RedisFailures.isTimeout(failure) && timeouts.incrementAndGet() >= MOST_TIMEOUTS) {
                giveUp(by, failure);
            }
        }

        private void giveUp(StatefulConnection<byte[], byte[]> broken, Throwable failure) {
            if (connection.compareAndSet(broken, null)) {
                LOG.warn("Connecting to Redis anew: {}", failure.getMessage());
                timeouts.set(0);
                var unused = broken.closeAsync();
            }
        }

        /** Puts a connection to a server that takes writes in the place of this one, if there is such a server. */
        private void replace(StatefulConnection<byte[], byte[]> old, RedisClient server) {
            if (!lock.tryLock()) {
                return;
            }
            try {
                var made = server.connect(ByteArrayCodec.INSTANCE);
                var isBetter = takesWrites(made) && !isClosed;
                if (isBetter && connection.compareAndSet(old, made)) {
                    LOG.warn("Connected to a Redis that takes writes");
                    var unused = old.closeAsync();
                } else {
                    var unused = made.closeAsync();
                }
            } catch (RuntimeException away) {
                LOG.debug("no Redis that takes writes", away);
            } finally {
                lock.unlock();
            }
        }

        private StatefulConnection<byte[], byte[]> connected() {
            if (isClosed || !lock.tryLock()) {
                throw new StoreUnavailableException("Redis: not connected", null);
            }
            try {
                var present = connection.get();
                if (present != null) {
                    return present;
                }
                if (!isDue(triedAt)) {
                    throw new StoreUnavailableException("Redis: not connected", null);
                }
                var made = connect();
                connection.set(made);
                return made;
            } catch (RedisException away) {
                throw new StoreUnavailableException("Redis: " + away.getMessage(), away);
            } finally {
                lock.unlock();
            }
        }

        private void close() {
            isClosed = true;
            var present = connection.get();
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

    /** Whether it leads to a server that would not refuse a write for being a replica. */
    private static boolean takesWrites(StatefulRedisConnection<byte[], byte[]> connection) {
        try {
            connection.sync().unlink(NOTHING);
            return true;
        } catch (RedisCommandExecutionException refused) {
            return !RedisFailures.isOfAReplica(refused);
        } catch (RedisException silent) {
            return false;
        }
    }

    /** Asks the other nodes who keeps what now; the driver itself would take its time. */
    private void refresh(RedisClusterClient cluster) {
        if (isDue(refreshedAt)) {
            var unused = cluster.refreshPartitionsAsync();
        }
    }

    /** True for one caller when the last time is {@link #RETRY} ago or more; now is the last time then. */
    private boolean isDue(AtomicLong at) {
        var last = at.get();
        var now = ticker.read();
        return now - last >= RETRY.toNanos() && at.compareAndSet(last, now);
    }
}
