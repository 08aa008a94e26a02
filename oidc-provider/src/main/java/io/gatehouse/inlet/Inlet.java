package io.gatehouse.inlet;

import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;

/**
 * A rule that lets visitors in or holds them: a function of one look at the room and the time, and of nothing
 * else. {@link RoomInlet} has the list of all of them.
 */
@FunctionalInterface
interface Inlet {

    /** How many visitors may be called now, however many wait, and why no more. */
    Allowance next(RoomSnapshot seen, Instant now);
}
