package io.gatehouse.waitingroom;

import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Rooms;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The waiting rooms in use, by their names. */
public final class WaitingRooms {

    private final Rooms rooms;
    private final Function<Room, WaitingRoom> inUse;
    private final Map<RoomId, WaitingRoom> known = new ConcurrentHashMap<>();

    /** Waiting rooms without a watcher of visits. */
    public WaitingRooms(Collection<Room> rooms, RoomStore store, Turnstile turnstile, Clock clock) {
        this(new Rooms(rooms), store, turnstile, (room, place) -> {}, clock);
    }

    public WaitingRooms(Rooms rooms, RoomStore store, Turnstile turnstile, VisitWatcher visits, Clock clock) {
        this.rooms = rooms;
        this.inUse = room -> new WaitingRoom(room, store, turnstile, visits, clock);
    }

    /** The room of this name, which may come from a client; empty when there is none. */
    public Optional<WaitingRoom> find(String name) {
        return rooms.find(name).map(this::inUse);
    }

    /** The room of this name; throws {@link Rooms.UnknownRoomException} when there is none. */
    public WaitingRoom get(String name) {
        return inUse(rooms.get(name));
    }

    /** All rooms, in the order of {@link Rooms#all}. */
    public List<WaitingRoom> all() {
        return rooms.all().stream().map(this::inUse).toList();
    }

    /** The room in use; the same object until the room is changed. */
    private WaitingRoom inUse(Room room) {
        var before = known.get(room.id());
        return before != null && before.configuration().equals(room)
                ? before
                : known.compute(
                        room.id(),
                        (id, last) -> last != null && last.configuration().equals(room) ? last : inUse.apply(room));
    }
}
