package io.gatehouse.store;

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
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A {@link RoomStore} over the network behind {@link Guard}s of its own for looks, changes, and the
 * turnstile: a crowd that waits for a slow store does not keep the turnstile from asking.
 *
 * <p>All is safe to repeat: a compare-and-set says false when repeated after a lost answer, as if another
 * caller had been faster, and {@link io.gatehouse.room.Line} looks again. Only a grant by hand would happen
 * once more; so it is asked once, and the operator looks before granting again.
 */
final class GuardedRoomStore implements RoomStore {

    private final RoomStore store;
    private final Function<RoomId, Guard.Listener> listeners;
    private final Guard looks;
    private final Guard turnstile;
    private final Guard changes;

    /**
     * @param listeners who hears how visitors, and calls of visitors, fare in a room
     * @param clock whose time all questions go by
     */
    GuardedRoomStore(RoomStore store, Function<RoomId, Guard.Listener> listeners, ClockWatch clock) {
        this.store = store;
        this.listeners = listeners;
        this.looks = new Guard("looks", 64, clock::requireRight);
        this.turnstile = new Guard("turnstile", 32, clock::requireRight);
        this.changes = new Guard("changes", 64, clock::requireRight);
    }

    @Override
    public int most() {
        return store.most();
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        return changed(room, () -> store.join(room, place, now));
    }

    @Override
    public Optional<List<Place>> joinInOrder(RoomId room, long opening, long first, List<PlaceId> ids, Instant now) {
        return changed(room, () -> store.joinInOrder(room, opening, first, ids, now));
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId place) {
        return looked(room, () -> store.find(room, place));
    }

    @Override
    public Optional<Place> at(RoomId room, Position position) {
        return looked(room, () -> store.at(room, position));
    }

    /** It is the turnstile that asks for many. */
    @Override
    public List<Place> at(RoomId room, List<Position> positions) {
        return turnstile.call(() -> store.at(room, positions));
    }

    @Override
    public boolean passOver(RoomId room, long opening, List<Position> positions, Instant now) {
        return turnstile.call(() -> store.passOver(room, opening, positions, now));
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return changed(room, () -> store.restore(room, proof, now));
    }

    @Override
    public void keep(RoomId room, Place place) {
        changed(room, () -> {
            store.keep(room, place);
            return place;
        });
    }

    @Override
    public Optional<PlaceProof> kept(RoomId room, PlaceId place) {
        return looked(room, () -> store.kept(room, place));
    }

    @Override
    public boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> places) {
        return changed(room, () -> store.enter(room, seen, next, places));
    }

    @Override
    public boolean replace(RoomId room, List<Step> steps) {
        return changed(room, () -> store.replace(room, steps));
    }

    @Override
    public boolean end(RoomId room, List<Step> steps) {
        return turnstile.call(() -> store.end(room, steps), listeners.apply(room));
    }

    @Override
    public Kept look(RoomId room, Instant now) {
        return turnstile.call(() -> store.look(room, now));
    }

    @Override
    public Next next(RoomId room, RoomSnapshot seen, long after, int most, Instant now) {
        return turnstile.call(() -> store.next(room, seen, after, most, now));
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        Supplier<Boolean> move = () -> store.move(room, seen, next, call);
        if (next.letIn() > seen.letIn()) {
            return turnstile.once(move);
        }
        return call.steps().isEmpty() ? turnstile.call(move) : turnstile.call(move, listeners.apply(room));
    }

    @Override
    public long open(RoomId room, NextOpening next, Instant now) {
        return turnstile.call(() -> store.open(room, next, now));
    }

    private <T> T looked(RoomId room, Supplier<T> look) {
        return looks.call(look, new RefusalsOnly(listeners.apply(room)));
    }

    private <T> T changed(RoomId room, Supplier<T> change) {
        return changes.call(change, listeners.apply(room));
    }

    /** A look that succeeds does not say that a change would. */
    private record RefusalsOnly(Guard.Listener listener) implements Guard.Listener {

        @Override
        public void refused() {
            listener.refused();
        }
    }
}
