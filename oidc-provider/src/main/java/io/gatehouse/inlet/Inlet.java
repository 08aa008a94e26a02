package io.gatehouse.inlet;

import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;

/** The rule that says how many more visitors may be called: a function of what was seen and the time, of nothing else. */
@FunctionalInterface
public interface Inlet {

    /**
     * How many more may be called now; never negative, and without regard to how many wait.
     *
     * @param room what was seen
     */
    Allowance next(RoomSnapshot room, Instant now);

    /** The stricter of the two at every moment. */
    default Inlet and(Inlet other) {
        return (room, now) -> next(room, now).and(other.next(room, now));
    }
}
