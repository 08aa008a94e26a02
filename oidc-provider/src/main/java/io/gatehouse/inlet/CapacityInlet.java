package io.gatehouse.inlet;

import io.gatehouse.room.Advance;
import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;
import java.util.OptionalLong;

/** Bounds the slots in use: admissions and open turns together. */
record CapacityInlet(OptionalLong capacity) implements Inlet {

    @Override
    public Allowance next(RoomSnapshot seen, Instant now) {
        return capacity.isEmpty()
                ? Allowance.any(Advance.Why.CAPACITY)
                : new Allowance(Math.max(0, capacity.getAsLong() - seen.slots()), Advance.Why.CAPACITY);
    }
}
