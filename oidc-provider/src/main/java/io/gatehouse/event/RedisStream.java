package io.gatehouse.event;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stream in a Redis, not necessarily that of the store.
 *
 * <pre>
 * XADD {stream} MAXLEN ~ {length} * id {id of the event} event {as a CloudEvent}
 * </pre>
 *
 * A reader may be away for as long as the stream is not longer than that.
 */
final class RedisStream implements Receiver {

    /** The maximum number of events under way at once; the connection keeps them in order. */
    private static final int MOST = 100;

    private final RedisClient client;
    private final String stream;
    private final XAddArgs bound;
    private final Duration timeout;
    private @Nullable StatefulRedisConnection<String, String> connection;

    /** @param length how many events the stream keeps, or some more */
    RedisStream(RedisURI uri, String stream, long length, Duration timeout) {
        uri.setTimeout(timeout);
        this.client = RedisClient.create(uri);
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .build());
        this.stream = stream;
        this.bound = XAddArgs.Builder.maxlen(length).approximateTrimming();
        this.timeout = timeout;
    }

    @Override
    public int most() {
        return MOST;
    }

    @Override
    public Outcome take(List<Notice> notices) {
        try {
            var redis = connection().async();
            var answers = notices.stream()
                    .map(notice -> redis.xadd(
                            stream, bound, Map.of("id", notice.event().id(), "event", CloudEvent.structured(notice))))
                    .toArray(RedisFuture<?>[]::new);
            return LettuceFutures.awaitAll(timeout, answers) ? Outcome.all(notices) : Outcome.none("it did not answer");
        } catch (RedisException unreachable) {
            return Outcome.none(unreachable.toString());
        }
    }

    private synchronized StatefulRedisConnection<String, String> connection() {
        var known = connection;
        if (known == null) {
            known = client.connect();
            connection = known;
        }
        return known;
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, timeout);
    }
}
