package io.gatehouse.room;

import java.time.Instant;

/** Is shown every room once a tick; the board is made this way, and not by asking the store for each reader. */
public interface RoomWatcher {

    /** The room as it stands after the tick. */
    void saw(Room room, RoomSnapshot snapshot, Instant now);

    /** The store could not be asked: what was seen before is getting old. */
    void lostSight(Room room);

    /** The store is away, or lets nobody be called: said before {@link #lostSight} in the one case, {@link #saw} in the other. */
    default void wasRefused(Room room, StoreUnavailableException why) {}
}
