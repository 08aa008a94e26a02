package io.gatehouse.waitingroom;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;

/** Hears of each admission that an act has ended on this node, and not of those that time has ended. */
@FunctionalInterface
public interface VisitWatcher {

    /**
     * The place's admission has ended. An act is safe to repeat, so the same end may be told more than once,
     * also by several nodes. Must not keep its caller waiting, and must not fail: the act is done.
     */
    void ended(RoomId room, Place place);
}
