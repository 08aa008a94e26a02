package io.gatehouse.event;

import io.gatehouse.room.Counters;
import io.gatehouse.room.Joined;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A {@link RoomStore} that tells what this node has changed in it, before the change is acknowledged to anybody. */
final class TellingRoomStore implements RoomStore {

    private final RoomStore store;
    private final Events events;

    TellingRoomStore(RoomStore store, Events events) {
        this.store = store;
        this.events = events;
    }

    @Override
    public int most() {
        return store.most();
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        var joined = store.join(room, place, now);
        events.joined(room, List.of(joined.place()));
        return joined;
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId place) {
        return store.find(room, place);
    }

    @Override
    public Optional<Place> at(RoomId room, long position) {
        return store.at(room, position);
    }

    @Override
    public List<Place> at(RoomId room, List<Long> positions) {
        return store.at(room, positions);
    }

    @Override
    public boolean passOver(RoomId room, long opening, List<Long> positions, Instant now) {
        return store.passOver(room, opening, positions, now);
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return store.restore(room, proof, now);
    }

    @Override
    public boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> places) {
        var isDone = store.enter(room, seen, next, places);
        if (isDone) {
            events.joined(room, places);
        }
        return isDone;
    }

    @Override
    public boolean replace(RoomId room, List<Step> steps) {
        return told(room, steps, store.replace(room, steps));
    }

    @Override
    public boolean end(RoomId room, List<Step> steps) {
        return told(room, steps, store.end(room, steps));
    }

    @Override
    public Kept look(RoomId room, Instant now) {
        return store.look(room, now);
    }

    @Override
    public Next next(RoomId room, RoomSnapshot seen, long after, int most, Instant now) {
        return store.next(room, seen, after, most, now);
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, List<Step> called) {
        return told(room, called, store.move(room, seen, next, called));
    }

    @Override
    public long open(RoomId room, NextOpening next, Instant now) {
        return store.open(room, next, now);
    }

    private boolean told(RoomId room, List<Step> steps, boolean isDone) {
        if (isDone && !steps.isEmpty()) {
            events.changed(room, steps);
        }
        return isDone;
    }
}
