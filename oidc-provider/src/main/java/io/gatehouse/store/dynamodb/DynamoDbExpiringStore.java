package io.gatehouse.store.dynamodb;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.value.ExpiringStore;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Small values in DynamoDB, each under a mark of its own, new with every write: a writer that replaces or
 * removes a value names the mark that it saw.
 *
 * <pre>
 * value:{key}
 *   mark S                   random
 *   until N                  milliseconds; absent: for ever
 *   value B                  the value; or, if it is larger than an item can be,
 *   parts N                  how many pieces it has
 *   ttl N                    the second after until
 * part:{mark}:{0..}
 *   value B, ttl N
 * </pre>
 *
 * The pieces of a large value are written before it and removed after it, so a reader that finds it finds
 * them all, or looks again.
 */
final class DynamoDbExpiringStore implements ExpiringStore {

    /** The largest value in one item, which has room for 400 KB in all. */
    private static final int LARGEST = 350_000;

    private static final Logger LOG = LoggerFactory.getLogger(DynamoDbExpiringStore.class);

    private final Table table;

    DynamoDbExpiringStore(Table table) {
        this.table = table;
    }

    @Override
    public Optional<byte[]> get(String key, Instant now) {
        return table.until("reading a value", () -> {
            var item = present(table.get(Schema.value(key)), now);
            var value = item.flatMap(this::value);
            return item.isPresent() && value.isEmpty() ? Optional.empty() : Optional.of(value);
        });
    }

    @Override
    public void put(String key, byte[] value, Instant until, Instant now) {
        var item = written(key, value, until);
        table.put(item).filter(before -> !isSame(before, item)).ifPresent(this::removeParts);
    }

    @Override
    public boolean replace(String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now) {
        return table.until("replacing a value", () -> {
            var before = table.get(Schema.value(key));
            var present = present(before, now);
            var bytes = present.flatMap(this::value);
            if (present.isPresent() && bytes.isEmpty()) {
                return Optional.empty();
            }
            if (!bytes.map(ByteBuffer::wrap).equals(expected.map(ByteBuffer::wrap))) {
                return Optional.of(false);
            }
            var write = table.putting(written(key, value, until), Condition.unchanged(before, "mark"));
            return done(write, before);
        });
    }

    @Override
    public boolean remove(String key, Instant now) {
        return table.until("removing a value", () -> {
            var before = present(table.get(Schema.value(key)), now);
            if (before.isEmpty()) {
                return Optional.of(false);
            }
            var write = table.deleting(Schema.value(key), Condition.unchanged(before, "mark"));
            return done(write, before);
        });
    }

    private Optional<Boolean> done(TransactWriteItem write, Optional<Item> before) {
        if (!table.transact(List.of(write)).isDone()) {
            return Optional.empty();
        }
        before.ifPresent(this::removeParts);
        return Optional.of(true);
    }

    private static Optional<Item> present(Optional<Item> item, Instant now) {
        return item.filter(kept -> kept.number("until", Long.MAX_VALUE) > now.toEpochMilli());
    }

    /** Empty if the pieces have been removed while they were looked for. */
    private Optional<byte[]> value(Item item) {
        if (!item.has("parts")) {
            return Optional.of(item.bytes("value"));
        }
        var keys = parts(item);
        var parts = table.getAll(keys);
        return parts.size() == keys.size() ? Optional.of(joined(keys, parts)) : Optional.empty();
    }

    private Item written(String key, byte[] value, Instant until) {
        var mark = UUID.randomUUID().toString();
        var item = expiring(Item.of(Schema.value(key)).with("mark", mark), until);
        if (value.length <= LARGEST) {
            return item.with("value", value);
        }
        var number = 0;
        for (int from = 0; from < value.length; from += LARGEST) {
            var part = Arrays.copyOfRange(value, from, Math.min(value.length, from + LARGEST));
            table.put(expiring(Item.of(Schema.part(mark, number)), until).with("value", part));
            number++;
        }
        return item.with("parts", number);
    }

    private static Item expiring(Item item, Instant until) {
        return until.equals(FOREVER) ? item : item.with("until", until).with(Schema.TTL, until.getEpochSecond() + 1);
    }

    /** The ttl removes a piece that is left; a value that was to be kept for ever may leave some pieces for good. */
    private void removeParts(Item item) {
        try {
            parts(item).forEach(table::delete);
        } catch (StoreUnavailableException away) {
            LOG.debug("pieces of a large value were not removed", away);
        }
    }

    private static List<String> parts(Item item) {
        return LongStream.range(0, item.number("parts", 0))
                .mapToObj(number -> Schema.part(item.text("mark", ""), number))
                .toList();
    }

    private static byte[] joined(List<String> keys, Map<String, Item> parts) {
        var bytes = new ByteArrayOutputStream();
        keys.forEach(
                key -> bytes.writeBytes(Objects.requireNonNull(parts.get(key)).bytes("value")));
        return bytes.toByteArray();
    }

    private static boolean isSame(Item one, Item other) {
        return one.text("mark", "").equals(other.text("mark", ""));
    }
}
