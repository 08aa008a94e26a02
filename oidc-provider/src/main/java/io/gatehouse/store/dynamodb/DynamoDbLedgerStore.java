package io.gatehouse.store.dynamodb;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomId;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Ledgers in DynamoDB, an item a line.
 *
 * <pre>
 * {room}#ledger#{seq}        line S; never removed
 * </pre>
 *
 * A line never changes. So a writer that has seen the last one, and puts the next where there is none yet, is
 * the only one to do so. The number of the last one is not stored, because each append would write it; it is
 * found by doubling and halving in some thirty reads, when a node starts.
 */
final class DynamoDbLedgerStore implements LedgerStore {

    private static final String LINE = "line";

    private final Table table;

    DynamoDbLedgerStore(Table table) {
        this.table = table;
    }

    @Override
    public boolean append(RoomId room, long after, String last, List<String> lines) {
        if (after > 0 && !line(room, after).equals(Optional.of(last))) {
            return false;
        }
        var writes = IntStream.range(0, lines.size())
                .mapToObj(n -> table.putting(
                        Item.of(Schema.ledger(room, after + 1 + n)).with(LINE, lines.get(n)), Condition.ABSENT))
                .toList();
        return table.until("appending to a ledger", () -> {
            if (table.transact(writes).isDone()) {
                return Optional.of(true);
            }
            return line(room, after + 1).isPresent() ? Optional.of(false) : Optional.empty();
        });
    }

    @Override
    public List<String> read(RoomId room, long from, int most) {
        var keys = LongStream.range(from, from + most)
                .mapToObj(seq -> Schema.ledger(room, seq))
                .toList();
        var items = table.getAll(keys);
        return keys.stream()
                .map(key -> Optional.ofNullable(items.get(key)).map(item -> item.text(LINE, "")))
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public long last(RoomId room) {
        long absent = 1;
        while (line(room, absent).isPresent()) {
            absent *= 2;
        }
        var present = absent / 2;
        while (absent - present > 1) {
            var middle = (present + absent) / 2;
            if (line(room, middle).isPresent()) {
                present = middle;
            } else {
                absent = middle;
            }
        }
        return present;
    }

    private Optional<String> line(RoomId room, long seq) {
        return table.get(Schema.ledger(room, seq)).map(item -> item.text(LINE, ""));
    }
}
