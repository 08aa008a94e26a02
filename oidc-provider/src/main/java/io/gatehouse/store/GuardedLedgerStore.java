package io.gatehouse.store;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomId;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A {@link LedgerStore} over the network behind a {@link Guard}. An append whose answer was lost may have
 * happened; asked again, the store would say that others were quicker. So a repeat that finds its own lines
 * has succeeded.
 */
final class GuardedLedgerStore implements LedgerStore {

    private final LedgerStore store;
    private final Guard guard = new Guard("ledgers", 32);

    GuardedLedgerStore(LedgerStore store) {
        this.store = store;
    }

    @Override
    public boolean append(RoomId room, long after, String last, List<String> lines) {
        var isRepeated = new AtomicBoolean();
        return guard.call(() -> {
            var mayHaveHappened = isRepeated.getAndSet(true);
            return store.append(room, after, last, lines)
                    || mayHaveHappened
                            && store.read(room, after + 1, lines.size()).equals(lines);
        });
    }

    @Override
    public List<String> read(RoomId room, long from, int most) {
        return guard.call(() -> store.read(room, from, most));
    }

    @Override
    public long last(RoomId room) {
        return guard.call(() -> store.last(room));
    }
}
