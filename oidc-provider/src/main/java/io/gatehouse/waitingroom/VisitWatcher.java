package io.gatehouse.waitingroom;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import java.util.List;

/** A watcher of admissions that have ended, by an act on this node or by time. */
@FunctionalInterface
public interface VisitWatcher {

    /**
     * An act has ended the place's admission. An act is safe to repeat, so the same end may be reported more
     * than once, also by several nodes. An implementation must not keep its caller waiting, and must not
     * fail: the act is done.
     */
    void ended(RoomId room, Place place);

    /**
     * Time has ended these admissions, of visitors who had arrived. Only the node that wrote the end reports
     * it. An implementation must not keep its caller waiting, and must not fail.
     */
    default void ranOut(RoomId room, List<Place> places) {}
}
