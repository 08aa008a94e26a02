package io.gatehouse.store;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.metrics.StoreMeters;
import io.gatehouse.room.RoomStore;
import io.gatehouse.value.ExpiringStore;

/**
 * Puts guards before stores that are reached over the network. Values and ledgers are measured here, as their
 * callers see them; lines are measured where rooms are made.
 */
public final class StoreGuards {

    private final StoreHealth health;
    private final StoreMeters meters;
    private final ClockWatch clock;

    StoreGuards(StoreHealth health, StoreMeters meters, ClockWatch clock) {
        this.health = health;
        this.meters = meters;
        this.clock = clock;
    }

    /** The store behind its guards. */
    public RoomStore before(RoomStore store) {
        return new GuardedRoomStore(store, health::listener, clock);
    }

    /** The store behind its guard. */
    public ExpiringStore before(ExpiringStore store) {
        return meters.measured(new GuardedExpiringStore(store));
    }

    /** The store behind its guard. */
    public LedgerStore before(LedgerStore store) {
        return meters.measured(new GuardedLedgerStore(store));
    }
}
