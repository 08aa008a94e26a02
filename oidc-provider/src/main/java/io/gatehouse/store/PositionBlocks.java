package io.gatehouse.store;

import io.gatehouse.room.RoomId;

/** Hands out blocks of positions, each to one taker only, by one add to one item. */
public interface PositionBlocks {

    /**
     * Takes this many positions of this opening and returns the last of them. After {@link
     * io.gatehouse.room.StoreUnavailableException} some positions may stay unused for ever.
     */
    long take(RoomId room, long opening, int many);

    /**
     * Takes the positions behind {@code from} up to {@code to}, if {@code from} is the last that was handed
     * out; else false. After a lost answer they are handed out, and it is false when repeated.
     */
    boolean takeBehind(RoomId room, long opening, long from, long to);

    /** The last position that was handed out, 0 before the first. */
    long last(RoomId room, long opening);
}
