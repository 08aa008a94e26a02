package io.gatehouse.store.embedded;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Joined;
import io.gatehouse.room.Line;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Terms;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Each room's line in memory, kept in the {@link EmbeddedFile}; what is where stands there. */
final class EmbeddedRoomStore implements RoomStore {

    private final EmbeddedFile file;

    EmbeddedRoomStore(EmbeddedFile file) {
        this.file = file;
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        return run(room, line -> line.join(place, now));
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId place, Instant now) {
        return run(room, line -> line.find(place, now));
    }

    @Override
    public Optional<Place> at(RoomId room, long position, Instant now) {
        return run(room, line -> line.at(position, now));
    }

    @Override
    public Optional<Place> apply(RoomId room, PlaceId place, Act act, Terms terms, Instant now) {
        return run(room, line -> line.apply(place, act, terms, now));
    }

    @Override
    public RoomSnapshot snapshot(RoomId room, Instant now) {
        return run(room, line -> line.snapshot(now));
    }

    @Override
    public boolean serve(RoomId room, RoomSnapshot seen, Advance advance, Terms terms, Instant now) {
        return run(room, line -> line.serve(seen, advance, terms, now));
    }

    @Override
    public void letIn(RoomId room, long turns, Instant now) {
        run(room, line -> {
            line.letIn(turns);
            return true;
        });
    }

    @Override
    public boolean change(RoomId room, Optional<RoomSettings> expected, Optional<RoomSettings> next, Instant now) {
        return run(room, line -> line.change(expected, next));
    }

    @Override
    public long open(RoomId room, NextOpening next, Instant now) {
        return file.call(contents -> contents.line(room).open(next));
    }

    private <T> T run(RoomId room, Function<Line, T> command) {
        return file.call(contents -> contents.line(room).run(command));
    }
}
