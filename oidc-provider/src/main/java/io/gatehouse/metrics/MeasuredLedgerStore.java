package io.gatehouse.metrics;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.metrics.StoreMeters.Questions;
import io.gatehouse.room.RoomId;
import java.util.List;

/** A {@link LedgerStore} that is measured. */
final class MeasuredLedgerStore implements LedgerStore {

    private final LedgerStore store;
    private final Questions appends;
    private final Questions reads;

    MeasuredLedgerStore(LedgerStore store, StoreMeters meters) {
        this.store = store;
        this.appends = meters.questions("ledger", "write");
        this.reads = meters.questions("ledger", "read");
    }

    @Override
    public boolean append(RoomId room, long after, String last, List<String> lines) {
        return appends.ask(() -> store.append(room, after, last, lines));
    }

    @Override
    public List<String> read(RoomId room, long from, int most) {
        return reads.ask(() -> store.read(room, from, most));
    }

    @Override
    public long last(RoomId room) {
        return reads.ask(() -> store.last(room));
    }
}
