package io.gatehouse.awsapi;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** What the last tick saw of each room: what a whole crowd asks is answered from memory. */
final class SeenRooms implements RoomWatcher {

    private final Map<RoomId, RoomSnapshot> rooms = new ConcurrentHashMap<>();

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        rooms.put(room.id(), snapshot);
    }

    @Override
    public void lostSight(Room room) {}

    /** The room as it was seen last; before the first tick as it is. */
    RoomSnapshot of(WaitingRoom room) {
        var seen = rooms.get(room.id());
        return Objects.requireNonNullElseGet(seen, room::snapshot);
    }
}
