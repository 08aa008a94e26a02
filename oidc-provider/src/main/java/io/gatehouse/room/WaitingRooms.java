package io.gatehouse.room;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Finds a waiting room by its name. */
public final class WaitingRooms {

    /** Someone named a room that there is not. */
    public static final class UnknownRoomException extends RuntimeException {

        public UnknownRoomException(String room) {
            super("there is no room \"" + room + "\"");
        }
    }

    private final Rooms rooms;
    private final Function<Room, WaitingRoom> inUse;
    private final Map<RoomId, WaitingRoom> known = new ConcurrentHashMap<>();

    /** Rooms whose visits nobody watches. */
    public WaitingRooms(Collection<Room> rooms, RoomStore store, TurnCaller turns, Clock clock) {
        this(rooms, store, turns, (room, place) -> {}, clock);
    }

    public WaitingRooms(Collection<Room> rooms, RoomStore store, TurnCaller turns, VisitWatcher visits, Clock clock) {
        this(new Rooms(rooms), store, turns, visits, clock);
    }

    public WaitingRooms(Rooms rooms, RoomStore store, TurnCaller turns, VisitWatcher visits, Clock clock) {
        this.rooms = rooms;
        this.inUse = room -> new WaitingRoom(room, store, turns, visits, clock);
    }

    /** The room of this name, as it came from outside; empty when there is none. */
    public Optional<WaitingRoom> find(String name) {
        return rooms.find(name).map(this::inUse);
    }

    /** The room of this name; throws {@link UnknownRoomException} when there is none. */
    public WaitingRoom get(String name) {
        return find(name).orElseThrow(() -> new UnknownRoomException(name));
    }

    /** All rooms, in the order of {@link Rooms#all}. */
    public List<WaitingRoom> all() {
        return rooms.all().stream().map(this::inUse).toList();
    }

    /** The same one until the room is changed. */
    private WaitingRoom inUse(Room room) {
        var before = known.get(room.id());
        return before != null && before.configuration().equals(room)
                ? before
                : known.compute(
                        room.id(),
                        (id, last) -> last != null && last.configuration().equals(room) ? last : inUse.apply(room));
    }
}
