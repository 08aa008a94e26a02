package io.gatehouse.store.embedded;

import io.gatehouse.room.Counters;
import io.gatehouse.room.Joined;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlacesInMemory;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Each room's places in memory, kept in the {@link EmbeddedFile}, which has the layout. */
final class EmbeddedRoomStore implements RoomStore {

    /** The maximum number of places in a command, so that no other room waits for long. */
    private static final int MOST = 500;

    private final EmbeddedFile file;

    EmbeddedRoomStore(EmbeddedFile file) {
        this.file = file;
    }

    @Override
    public int most() {
        return MOST;
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        return run(room, places -> places.join(place, now));
    }

    @Override
    public Optional<List<Place>> joinInOrder(RoomId room, long opening, long first, List<PlaceId> ids, Instant now) {
        return run(room, places -> places.joinInOrder(opening, first, ids, now));
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId place) {
        return file.call(contents -> contents.line(room).find(place));
    }

    @Override
    public List<Place> at(RoomId room, List<Position> positions) {
        return run(room, places -> places.at(positions));
    }

    @Override
    public boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> places) {
        return run(room, kept -> kept.enter(seen, next, places));
    }

    @Override
    public boolean replace(RoomId room, List<Step> steps) {
        return run(room, places -> places.replace(steps));
    }

    @Override
    public Kept look(RoomId room, Instant now) {
        return run(room, places -> places.look(now, MOST));
    }

    @Override
    public Next next(RoomId room, RoomSnapshot seen, long after, int most, Instant now) {
        return run(room, places -> places.next(seen, after, most));
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        return run(room, places -> places.move(seen, next, call));
    }

    @Override
    public long open(RoomId room, NextOpening next, Instant now) {
        return run(room, places -> places.open(next));
    }

    private <T> T run(RoomId room, Function<PlacesInMemory, T> command) {
        return file.call(contents -> contents.line(room).run(command));
    }
}
