package io.gatehouse.inlet;

import io.gatehouse.room.Advance;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;

/** Bounds all whom the room admits in an opening: what is consumed, and admissions and open turns. */
record StockInlet(RoomSettings settings) implements Inlet {

    @Override
    public Allowance next(RoomSnapshot seen, Instant now) {
        return new Allowance(settings.free(seen), Advance.Why.STOCK);
    }
}
