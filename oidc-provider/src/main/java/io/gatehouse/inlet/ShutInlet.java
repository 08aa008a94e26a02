package io.gatehouse.inlet;

import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import java.time.Instant;
import java.util.Optional;

/** Holds every visitor, also one who need not wait, while the room calls no one by any way. */
record ShutInlet(Room room, RoomSettings settings) implements Inlet {

    @Override
    public Allowance next(RoomSnapshot seen, Instant now) {
        return why(seen, now).map(why -> new Allowance(0, why)).orElseGet(() -> Allowance.any(Why.NOT_OPEN));
    }

    /** Why no visitor is called, even if rate, capacity and operators allow it; empty while some may be. */
    Optional<Why> why(RoomSnapshot seen, Instant now) {
        if (!settings.mayCall(now)) {
            return Optional.of(
                    settings.isPaused() ? Why.PAUSED : settings.phase(now) == Phase.HELD ? Why.HELD : Why.NOT_OPEN);
        }
        if (room.awaitsDraw(seen, now)) {
            return Optional.of(Why.DRAW);
        }
        return switch (settings.left(seen)) {
            case SOME -> Optional.empty();
            case TAKEN -> Optional.of(Why.STOCK);
            case SOLD_OUT -> Optional.of(Why.SOLD_OUT);
        };
    }
}
