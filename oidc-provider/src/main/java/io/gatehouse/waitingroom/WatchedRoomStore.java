package io.gatehouse.waitingroom;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import java.util.List;

/**
 * A {@link RoomStore} that reports the admissions which time has ended. Each end is written once over all
 * nodes, usually a tick after its moment. If no node runs then, the first that comes back writes it. If a
 * node dies between the write and the report, the report is lost, as after a logout.
 */
public final class WatchedRoomStore extends RoomStore.Forwarding {

    private final VisitWatcher visits;

    public WatchedRoomStore(RoomStore store, VisitWatcher visits) {
        super(store);
        this.visits = visits;
    }

    @Override
    public boolean end(RoomId room, List<Step> steps) {
        var isDone = super.end(room, steps);
        var over = steps.stream()
                .map(Step::before)
                .filter(WatchedRoomStore::isVisit)
                .toList();
        if (isDone && !over.isEmpty()) {
            visits.ranOut(room, over);
        }
        return isDone;
    }

    private static boolean isVisit(Place place) {
        return place.stage() == Stage.ADMITTED
                && place.admission().filter(Admission::hasArrived).isPresent();
    }
}
