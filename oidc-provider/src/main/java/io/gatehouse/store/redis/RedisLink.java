package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.store.StoreTime;
import io.gatehouse.time.Ticker;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisServerAsyncCommands;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stores' questions to Redis, one round trip each; every failure there is a {@link
 * StoreUnavailableException}.
 *
 * <p><b>Replicas.</b> Redis answers a write before its replicas have it. With {@code
 * gatehouse.redis.replicas} set, every call is followed by {@code WAIT} on the same connection, sent along
 * with it: no caller gets an answer that fewer replicas have. Reads wait as well, for this node's earlier
 * writes. When a slot moves to another master between the two commands, its new master is not asked; Redis
 * has no way to say it in one.
 *
 * <p><b>Late commands.</b> While there is no connection, commands are refused at once. A command whose caller
 * has given up may still be carried out, if Redis was only slow. That is harmless: joins, acts and values can
 * be repeated, and calls compare what was seen. The driver does not resend commands of a broken connection.
 */
final class RedisLink implements AutoCloseable {

    /** A connection stands still while it waits for replicas. */
    private static final int CONNECTIONS_THAT_WAIT = 8;

    /** Names no key: it says which node is waited for, where replicas are. */
    private static final byte[] TIME = {};

    private final RedisConnections connections;
    private final int replicas;

    RedisLink(AbstractRedisClient client, int replicas, Ticker ticker) {
        this.replicas = replicas;
        this.connections = new RedisConnections(client, replicas > 0 ? CONNECTIONS_THAT_WAIT : 1, ticker);
    }

    /** The longest wait for an answer. */
    Duration timeout() {
        return connections.timeout();
    }

    /** Runs a script on keys of one slot; its result is a list of texts. */
    List<byte[]> run(RedisScript script, List<byte[]> keys, byte[]... arguments) {
        var names = keys.toArray(byte[][]::new);
        try {
            return call(
                    keys.get(0),
                    redis -> redis.<List<byte[]>>evalsha(script.digest(), ScriptOutputType.MULTI, names, arguments));
        } catch (RedisNoScriptException notYetSent) {
            return call(
                    keys.get(0),
                    redis -> redis.<List<byte[]>>eval(script.source(), ScriptOutputType.MULTI, names, arguments));
        }
    }

    Optional<byte[]> get(byte[] key) {
        return Optional.ofNullable(this.<byte @Nullable []>call(key, redis -> redis.get(key)));
    }

    /** Sets a value, to vanish after so many milliseconds if any are given. */
    void set(byte[] key, byte[] value, OptionalLong life) {
        var terms = life.isPresent() ? SetArgs.Builder.px(life.getAsLong()) : new SetArgs();
        call(key, redis -> redis.set(key, value, terms));
    }

    /** The time of the server, to the microsecond; in a cluster, of any of its nodes. */
    StoreTime.Range time() {
        var parts = call(TIME, RedisServerAsyncCommands::time);
        var seconds = Long.parseLong(new String(parts.get(0), US_ASCII));
        var told = Instant.ofEpochSecond(seconds, Long.parseLong(new String(parts.get(1), US_ASCII)) * 1_000);
        return new StoreTime.Range(told, told);
    }

    @Override
    public void close() {
        connections.close();
    }

    private <T extends @Nullable Object> T call(
            byte[] key, Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
        var slot = connections.any();
        var connection = slot.connection();
        try {
            var redis = commands(connection);
            var answer = command.apply(redis);
            var copies = replicas > 0 ? copies(redis, key, connection.getTimeout()) : null;
            var result = await(answer, connection.getTimeout());
            if (copies != null) {
                requireCopies(await(copies, connection.getTimeout()));
            }
            slot.answered();
            return result;
        } catch (RedisNoScriptException notYetSent) {
            slot.answered();
            throw notYetSent;
        } catch (TimeoutException | RuntimeException failure) {
            slot.failed(connection, failure);
            throw RedisFailures.translated(failure);
        }
    }

    private void requireCopies(long copies) {
        if (copies < replicas) {
            throw new StoreTimeoutException(
                    "Redis: written, but to " + copies + " replicas, expected " + replicas, null);
        }
    }

    /** WAIT names no key; a cluster's driver has to be told which node it is meant for. */
    private RedisFuture<Long> copies(RedisClusterAsyncCommands<byte[], byte[]> redis, byte[] key, Duration timeout) {
        var arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE) {
            @Override
            public ByteBuffer getFirstEncodedKey() {
                return ByteBuffer.wrap(key);
            }
        };
        arguments.add(replicas).add(timeout.toMillis() / 2);
        return redis.dispatch(CommandType.WAIT, new IntegerOutput<>(ByteArrayCodec.INSTANCE), arguments);
    }

    private static <T extends @Nullable Object> T await(Future<T> answer, Duration timeout) throws TimeoutException {
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            var cause = failed.getCause();
            // Anything else is a connection that broke: "Connection reset".
            throw cause instanceof RuntimeException known ? known : new RedisException(cause);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted", stopped);
        } finally {
            answer.cancel(false);
        }
    }

    private static RedisClusterAsyncCommands<byte[], byte[]> commands(StatefulConnection<byte[], byte[]> connection) {
        return connection instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster
                ? cluster.async()
                : ((StatefulRedisConnection<byte[], byte[]>) connection).async();
    }
}
