package io.gatehouse.inlet;

import io.gatehouse.room.Advance;
import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;

/** At most so many slots in use: admissions and open turns together. */
record CapacityInlet(long capacity) implements Inlet {

    @Override
    public Allowance next(RoomSnapshot room, Instant now) {
        return new Allowance(Math.max(0, capacity - room.slots()), Advance.Why.CAPACITY);
    }
}
