package io.gatehouse.inlet;

import io.gatehouse.room.Advance;
import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;
import java.util.OptionalLong;

/** Bounds the slots in use: admissions, and turns that hold one. Visitors who are ready get the free ones first. */
record CapacityInlet(OptionalLong capacity) implements Inlet {

    @Override
    public Allowance next(RoomSnapshot seen, Instant now) {
        return capacity.isEmpty()
                ? Allowance.any(Advance.Why.CAPACITY)
                : new Allowance(Math.max(0, free(seen) - seen.ready()), Advance.Why.CAPACITY);
    }

    /** Slots that are not in use; below 0 where the capacity has fallen. */
    long free(RoomSnapshot seen) {
        return capacity.isEmpty() ? Long.MAX_VALUE : capacity.getAsLong() - seen.slots();
    }
}
