package io.gatehouse.inlet;

import io.gatehouse.room.Advance;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.stock.Stock;
import java.time.Instant;

/** At most so many in all: what has been consumed, admissions and open turns together. */
record StockInlet(Stock stock) implements Inlet {

    @Override
    public Allowance next(RoomSnapshot room, Instant now) {
        var isSoldOut = stock.level(room.slots(), room.endings()) == Stock.Level.SOLD_OUT;
        return new Allowance(
                stock.free(room.slots(), room.endings()), isSoldOut ? Advance.Why.SOLD_OUT : Advance.Why.STOCK);
    }
}
