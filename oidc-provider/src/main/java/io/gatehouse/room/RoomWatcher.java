package io.gatehouse.room;

import java.time.Instant;

/** A watcher sees every room once a tick; the board is made this way, without asking the store for each reader. */
public interface RoomWatcher {

    /** The room is going to be looked at: the next {@link #saw} shows nothing older than this. */
    default void looks(Room room) {}

    /** The room after a tick. An implementation must not wait: other watchers, and the next tick, come after it. */
    void saw(Room room, RoomSnapshot snapshot, Instant now);

    /** The store could not be asked: the last look is getting old. */
    default void lostSight(Room room) {}
}
