package io.gatehouse.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomId;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Ledgers in the {@link EmbeddedFile}, which has the layout. They stay on disk, and take no memory. */
final class EmbeddedLedgerStore implements LedgerStore {

    private final EmbeddedFile file;

    EmbeddedLedgerStore(EmbeddedFile file) {
        this.file = file;
    }

    @Override
    public boolean append(RoomId room, long after, String last, List<String> lines) {
        return file.call(contents -> {
            var ledgers = contents.ledgers();
            if (last(ledgers, room) != after
                    || !line(ledgers, room, after).orElse("").equals(last)) {
                return false;
            }
            for (int n = 0; n < lines.size(); n++) {
                ledgers.put(key(room, after + 1 + n), lines.get(n).getBytes(UTF_8));
            }
            return true;
        });
    }

    @Override
    public List<String> read(RoomId room, long from, int most) {
        return file.call(contents -> LongStream.range(from, from + most)
                .mapToObj(seq -> line(contents.ledgers(), room, seq))
                .flatMap(Optional::stream)
                .toList());
    }

    @Override
    public long last(RoomId room) {
        return file.call(contents -> last(contents.ledgers(), room));
    }

    /** A colon comes behind all digits. */
    private static long last(CheckedMap<String> ledgers, RoomId room) {
        return ledgers.keyBefore(room + "/:")
                .filter(key -> key.startsWith(room + "/"))
                .map(key -> Long.parseLong(key.substring(room.value().length() + 1)))
                .orElse(0L);
    }

    private static Optional<String> line(CheckedMap<String> ledgers, RoomId room, long seq) {
        return ledgers.get(key(room, seq)).map(bytes -> new String(bytes, UTF_8));
    }

    private static String key(RoomId room, long seq) {
        return "%s/%016d".formatted(room, seq);
    }
}
