package io.gatehouse.store;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomStore;
import io.gatehouse.value.ExpiringStore;

/** Puts guards before stores that are reached over the network. */
public final class StoreGuards {

    private final StoreHealth health;

    StoreGuards(StoreHealth health) {
        this.health = health;
    }

    /** The same store behind its guards. */
    public RoomStore before(RoomStore store) {
        return new GuardedRoomStore(store, health::listener);
    }

    /** The same store behind its guard. */
    public ExpiringStore before(ExpiringStore store) {
        return new GuardedExpiringStore(store);
    }

    /** The same store behind its guard. */
    public LedgerStore before(LedgerStore store) {
        return new GuardedLedgerStore(store);
    }
}
