package io.gatehouse.panel;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Joined;
import io.gatehouse.room.Line;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The pure line behind a lock, which can be switched off. */
final class LinesInMemory implements RoomStore {

    private final Map<RoomId, Line> lines = new HashMap<>();
    private boolean isAway;

    synchronized void clear() {
        lines.clear();
        isAway = false;
    }

    synchronized void goAway() {
        isAway = true;
    }

    synchronized void requireHere() {
        if (isAway) {
            throw new StoreUnavailableException("switched off", new IllegalStateException());
        }
    }

    private Line line(RoomId room) {
        requireHere();
        return lines.computeIfAbsent(room, none -> new Line(new Nobody()));
    }

    @Override
    public synchronized Joined join(RoomId room, PlaceId place, Instant now) {
        return line(room).join(place, now);
    }

    @Override
    public synchronized Optional<Place> find(RoomId room, PlaceId place, Instant now) {
        return line(room).find(place, now);
    }

    @Override
    public synchronized Optional<Place> at(RoomId room, long position, Instant now) {
        return line(room).at(position, now);
    }

    @Override
    public synchronized Optional<Place> apply(RoomId room, PlaceId place, Act act, Terms terms, Instant now) {
        return line(room).apply(place, act, terms, now);
    }

    @Override
    public synchronized RoomSnapshot snapshot(RoomId room, Instant now) {
        return line(room).snapshot(now);
    }

    @Override
    public synchronized boolean serve(RoomId room, RoomSnapshot seen, Advance advance, Terms terms, Instant now) {
        return line(room).serve(seen, advance, terms, now);
    }

    @Override
    public synchronized void letIn(RoomId room, long turns, Instant now) {
        line(room).letIn(turns);
    }

    @Override
    public synchronized boolean change(
            RoomId room, Optional<RoomSettings> expected, Optional<RoomSettings> next, Instant now) {
        return line(room).change(expected, next);
    }

    @Override
    public synchronized long open(RoomId room, long expectedOpening, Instant now) {
        return line(room).open(expectedOpening);
    }

    private static final class Nobody implements Line.Journal {

        @Override
        public void kept(Place place) {}

        @Override
        public void forgotten(Place place) {}
    }
}
