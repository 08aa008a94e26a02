package io.gatehouse.inlet;

import io.gatehouse.room.RoomId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The limits of the rooms that find theirs by themselves, as far as this node knows them. */
public final class TunedLimits {

    private final Map<RoomId, TunedInlet> rooms = new ConcurrentHashMap<>();

    /** This room finds its limit by itself. Until this node knows the limit, it calls no visitor but by hand. */
    public void awaits(RoomId room) {
        rooms.put(room, TunedInlet.UNKNOWN);
    }

    /** The limit of this room now. */
    public void put(RoomId room, TunedLimit limit) {
        rooms.put(room, new TunedInlet(true, Optional.of(limit)));
    }

    /** From now on the settings alone limit this room. */
    public void remove(RoomId room) {
        rooms.remove(room);
    }

    /** The limit of this room, as far as this node knows it; empty for one that finds none by itself. */
    public Optional<TunedLimit> known(RoomId room) {
        return of(room).limit();
    }

    TunedInlet of(RoomId room) {
        return rooms.getOrDefault(room, TunedInlet.NONE);
    }
}
