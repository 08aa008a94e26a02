package io.gatehouse.room;

import java.time.Clock;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds a waiting room by its name. */
public final class WaitingRooms {

    private final Map<RoomId, WaitingRoom> rooms = new LinkedHashMap<>();

    /** Rooms whose visits nobody watches. */
    public WaitingRooms(Collection<Room> rooms, RoomStore store, TurnCaller turns, Clock clock) {
        this(rooms, store, turns, (room, place) -> {}, clock);
    }

    public WaitingRooms(Collection<Room> rooms, RoomStore store, TurnCaller turns, VisitWatcher visits, Clock clock) {
        rooms.forEach(room -> this.rooms.put(room.id(), new WaitingRoom(room, store, turns, visits, clock)));
    }

    /** The room of this name, as it came from outside; empty when none is configured. */
    public Optional<WaitingRoom> find(String name) {
        return rooms.values().stream()
                .filter(room -> room.id().value().equals(name))
                .findFirst();
    }

    /** The room of this name; throws {@link UnknownRoomException} when none is configured. */
    public WaitingRoom get(String name) {
        return find(name).orElseThrow(() -> new UnknownRoomException(name));
    }

    /** All rooms, in the order of the configuration. */
    public List<WaitingRoom> all() {
        return List.copyOf(rooms.values());
    }
}
