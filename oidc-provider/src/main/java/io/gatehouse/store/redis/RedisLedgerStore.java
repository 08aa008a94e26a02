package io.gatehouse.store.redis;

import static io.gatehouse.store.redis.RoomRecords.bytes;
import static io.gatehouse.store.redis.RoomRecords.isYes;
import static io.gatehouse.store.redis.RoomRecords.number;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomId;
import java.util.List;
import java.util.stream.Stream;

/**
 * Ledgers in Redis.
 *
 * <pre>
 * gatehouse:{room}:ledger      hash: the number of an entry, decimal, to its line; it never expires
 * </pre>
 *
 * The numbers have no gap, so the size of the hash is the last of them. A list would do as well, and would
 * need a right that operators have not been told to give. A replica that takes over may lack the last
 * entries: the next one is then appended to what it has, and an export from before shows that there was more.
 */
final class RedisLedgerStore implements LedgerStore {

    private static final RedisScript APPEND = RedisScript.alone("append");
    private static final RedisScript READ = RedisScript.alone("read");

    private final RedisLink redis;

    RedisLedgerStore(RedisLink redis) {
        this.redis = redis;
    }

    @Override
    public boolean append(RoomId room, long after, String last, List<String> lines) {
        var arguments = Stream.concat(
                Stream.of(bytes(after), last.getBytes(UTF_8)), lines.stream().map(line -> line.getBytes(UTF_8)));
        return isYes(
                redis.run(APPEND, keys(room), arguments.toArray(byte[][]::new)).get(0));
    }

    @Override
    public List<String> read(RoomId room, long from, int most) {
        return redis.run(READ, keys(room), bytes(from), bytes(most)).stream()
                .skip(1)
                .map(line -> new String(line, UTF_8))
                .toList();
    }

    @Override
    public long last(RoomId room) {
        return number(redis.run(READ, keys(room), bytes(1), bytes(0)).get(0));
    }

    private static List<byte[]> keys(RoomId room) {
        return List.of(("gatehouse:{" + room + "}:ledger").getBytes(UTF_8));
    }
}
