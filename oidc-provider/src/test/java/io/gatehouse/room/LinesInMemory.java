package io.gatehouse.room;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The pure lines behind one lock, kept nowhere: the model that stores are compared with. */
public final class LinesInMemory implements RoomStore {

    private final Map<RoomId, Line> lines = new HashMap<>();

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
    public synchronized long open(RoomId room, NextOpening next, Instant now) {
        return line(room).open(next);
    }

    private Line line(RoomId room) {
        return lines.computeIfAbsent(room, unknown -> new Line(new Forgetful()));
    }

    private record Forgetful() implements Line.Journal {

        @Override
        public void kept(Place place) {}

        @Override
        public void forgotten(Place place) {}
    }
}
