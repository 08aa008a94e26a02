package io.gatehouse.inlet;

import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;

/**
 * A rule that lets visitors in or holds them: a function only of one look at the room and the time.
 * {@link RoomInlet} has the list of all inlets.
 */
@FunctionalInterface
interface Inlet {

    /** How many visitors may be called now, however many wait, and why no more. */
    Allowance next(RoomSnapshot seen, Instant now);
}
