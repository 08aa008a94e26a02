package io.gatehouse.metrics;

import io.gatehouse.metrics.StoreMeters.Questions;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Joined;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A {@link RoomStore} that is measured, and whose acknowledged changes of places are counted. A change
 * without an answer is not counted.
 */
final class MeasuredRoomStore implements RoomStore {

    private final RoomStore store;
    private final LineCounts line;
    private final Questions joins;
    private final Questions looks;
    private final Questions changes;
    private final Questions ticks;

    MeasuredRoomStore(RoomStore store, StoreMeters meters, LineCounts line) {
        this.store = store;
        this.line = line;
        this.joins = meters.questions("lines", "join");
        this.looks = meters.questions("lines", "look");
        this.changes = meters.questions("lines", "change");
        this.ticks = meters.questions("lines", "tick");
    }

    @Override
    public int most() {
        return store.most();
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        return joins.ask(() -> store.join(room, place, now));
    }

    @Override
    public Optional<List<Place>> joinInOrder(RoomId room, long opening, long first, List<PlaceId> ids, Instant now) {
        return joins.ask(() -> store.joinInOrder(room, opening, first, ids, now));
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId place) {
        return looks.ask(() -> store.find(room, place));
    }

    @Override
    public Optional<Place> at(RoomId room, Position position) {
        return looks.ask(() -> store.at(room, position));
    }

    @Override
    public List<Place> at(RoomId room, List<Position> positions) {
        return ticks.ask(() -> store.at(room, positions));
    }

    @Override
    public boolean passOver(RoomId room, long opening, List<Position> positions, Instant now) {
        return ticks.ask(() -> store.passOver(room, opening, positions, now));
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return changes.ask(() -> store.restore(room, proof, now));
    }

    @Override
    public void keep(RoomId room, Place place) {
        changes.ask(() -> {
            store.keep(room, place);
            return place;
        });
    }

    @Override
    public Optional<PlaceProof> kept(RoomId room, PlaceId place) {
        return looks.ask(() -> store.kept(room, place));
    }

    @Override
    public boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> places) {
        return joins.ask(() -> store.enter(room, seen, next, places));
    }

    @Override
    public boolean replace(RoomId room, List<Step> steps) {
        return counted(room, steps, changes.ask(() -> store.replace(room, steps)));
    }

    @Override
    public boolean end(RoomId room, List<Step> steps) {
        return counted(room, steps, ticks.ask(() -> store.end(room, steps)));
    }

    @Override
    public Kept look(RoomId room, Instant now) {
        return ticks.ask(() -> store.look(room, now));
    }

    @Override
    public Next next(RoomId room, RoomSnapshot seen, long after, int most, Instant now) {
        return ticks.ask(() -> store.next(room, seen, after, most, now));
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        return counted(room, call.steps(), ticks.ask(() -> store.move(room, seen, next, call)));
    }

    @Override
    public long open(RoomId room, NextOpening next, Instant now) {
        return ticks.ask(() -> store.open(room, next, now));
    }

    private boolean counted(RoomId room, List<Step> steps, boolean isDone) {
        if (isDone) {
            line.changed(room, steps);
        }
        return isDone;
    }
}
