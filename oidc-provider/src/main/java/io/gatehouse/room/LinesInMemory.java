package io.gatehouse.room;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Places in memory behind one lock, kept nowhere: for simulations, and the model that stores are compared with. */
public final class LinesInMemory implements RoomStore {

    private static final int MOST = 100;

    private final Function<RoomId, PlacesInMemory> rooms;

    /** Lines of rooms without any join. */
    public LinesInMemory() {
        var known = new HashMap<RoomId, PlacesInMemory>();
        rooms = room ->
                known.computeIfAbsent(room, unknown -> new PlacesInMemory(Counters.FIRST, List.of(), new Forgetful()));
    }

    /** Lines that the caller keeps. */
    public LinesInMemory(Function<RoomId, PlacesInMemory> rooms) {
        this.rooms = rooms;
    }

    @Override
    public int most() {
        return MOST;
    }

    @Override
    public synchronized Joined join(RoomId room, PlaceId place, Instant now) {
        return places(room).join(place, now);
    }

    @Override
    public synchronized Optional<List<Place>> joinInOrder(
            RoomId room, long opening, long first, List<PlaceId> ids, Instant now) {
        return places(room).joinInOrder(opening, first, ids, now);
    }

    @Override
    public synchronized Optional<Place> find(RoomId room, PlaceId place) {
        return places(room).find(place);
    }

    @Override
    public synchronized List<Place> at(RoomId room, List<Position> positions) {
        return places(room).at(positions);
    }

    @Override
    public synchronized boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> places) {
        return places(room).enter(seen, next, places);
    }

    @Override
    public synchronized boolean replace(RoomId room, List<Step> steps) {
        return places(room).replace(steps);
    }

    @Override
    public synchronized Kept look(RoomId room, Instant now) {
        return places(room).look(now, MOST);
    }

    @Override
    public synchronized Next next(RoomId room, RoomSnapshot seen, long after, int most, Instant now) {
        return places(room).next(seen, after, most);
    }

    @Override
    public synchronized boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        return places(room).move(seen, next, call);
    }

    @Override
    public synchronized long open(RoomId room, NextOpening next, Instant now) {
        return places(room).open(next);
    }

    private PlacesInMemory places(RoomId room) {
        return rooms.apply(room);
    }

    private record Forgetful() implements PlacesInMemory.Journal {

        @Override
        public void kept(Place place) {}

        @Override
        public void forgotten(Place place) {}

        @Override
        public void cleared() {}
    }
}
