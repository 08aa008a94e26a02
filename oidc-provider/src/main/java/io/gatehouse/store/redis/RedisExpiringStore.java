package io.gatehouse.store.redis;

import static io.gatehouse.store.redis.RoomRecords.bytes;
import static io.gatehouse.store.redis.RoomRecords.isYes;
import static io.gatehouse.store.redis.RoomRecords.number;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.value.ExpiringStore;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Small values as strings in Redis.
 *
 * <pre>
 * gatehouse:value:{key}        string: until, decimal milliseconds, nothing for good; a colon; the value
 * </pre>
 *
 * Moments are whole milliseconds, rounded down. Whether a value still counts is told by the caller's time;
 * Redis removes it a minute later. That lifetime is a length and not a moment, since Redis has a clock of its
 * own.
 */
final class RedisExpiringStore implements ExpiringStore {

    private static final RedisScript REPLACE = RedisScript.alone("replace");
    private static final RedisScript REMOVE = RedisScript.alone("remove");

    /** The largest difference between the clocks of nodes. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final byte[] NOTHING = new byte[0];

    private final RedisLink redis;

    RedisExpiringStore(RedisLink redis) {
        this.redis = redis;
    }

    @Override
    public Optional<byte[]> get(String key, Instant now) {
        return redis.get(name(key)).flatMap(kept -> present(kept, now));
    }

    @Override
    public void put(String key, byte[] value, Instant until, Instant now) {
        redis.set(name(key), kept(value, until), life(until, now));
    }

    @Override
    public boolean replace(String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now) {
        var life = life(until, now);
        var answer = redis.run(
                REPLACE,
                List.of(name(key)),
                bytes(now.toEpochMilli()),
                bytes(expected.isPresent() ? 1 : 0),
                expected.orElse(NOTHING),
                kept(value, until),
                life.isPresent() ? bytes(life.getAsLong()) : NOTHING);
        return isYes(answer.get(0));
    }

    @Override
    public boolean remove(String key, Instant now) {
        return isYes(
                redis.run(REMOVE, List.of(name(key)), bytes(now.toEpochMilli())).get(0));
    }

    private static byte[] name(String key) {
        return ("gatehouse:value:{" + key + "}").getBytes(UTF_8);
    }

    private static byte[] kept(byte[] value, Instant until) {
        var kept = new ByteArrayOutputStream(value.length + 16);
        if (!until.equals(FOREVER)) {
            kept.writeBytes(bytes(until.toEpochMilli()));
        }
        kept.write(':');
        kept.writeBytes(value);
        return kept.toByteArray();
    }

    private static Optional<byte[]> present(byte[] kept, Instant now) {
        var colon = 0;
        while (kept[colon] != ':') {
            colon++;
        }
        var until = Arrays.copyOf(kept, colon);
        var counts = until.length == 0 || number(until) > now.toEpochMilli();
        return counts ? Optional.of(Arrays.copyOfRange(kept, colon + 1, kept.length)) : Optional.empty();
    }

    private static OptionalLong life(Instant until, Instant now) {
        if (until.equals(FOREVER)) {
            return OptionalLong.empty();
        }
        var left = Math.max(0, until.toEpochMilli() - now.toEpochMilli());
        return OptionalLong.of(left + MARGIN.toMillis());
    }
}
