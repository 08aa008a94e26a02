package io.gatehouse.waitingroom;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import java.util.List;

/** Hears of each admission that has ended, by an act on this node or by time. */
@FunctionalInterface
public interface VisitWatcher {

    /**
     * An act has ended the place's admission. An act is safe to repeat, so the same end may be told more than
     * once, also by several nodes. Must not keep its caller waiting, and must not fail: the act is done.
     */
    void ended(RoomId room, Place place);

    /**
     * Time has ended these admissions, of visitors who had arrived. Of all nodes the one is told that has
     * written it. Must not keep its caller waiting, and must not fail.
     */
    default void ranOut(RoomId room, List<Place> places) {}
}
