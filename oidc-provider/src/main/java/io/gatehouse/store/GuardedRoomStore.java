package io.gatehouse.store;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Joined;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Terms;
import java.time.Instant;
import java.util.Optional;

/**
 * A {@link RoomStore} over the network behind {@link Guard}s of its own for those who look, those who change something, and
 * the turnstile: a crowd that waits for a slow store does not keep the turnstile from asking.
 *
 * <p>All is safe to repeat but a grant by hand: that is asked once, and whoever granted it looks before granting again. A
 * call or a change of settings whose answer was lost says false when repeated: somebody else has been quicker, and that
 * was we.
 */
final class GuardedRoomStore implements RoomStore {

    private final RoomStore store;
    private final Guard looks;
    private final Guard turnstile = new Guard("turnstile", 32, Guard.Listener.NOBODY);
    private final Guard changes;

    GuardedRoomStore(RoomStore store, Guard.Listener listener) {
        this.store = store;
        this.looks = new Guard("looks", 64, new RefusalsOnly(listener));
        this.changes = new Guard("changes", 64, listener);
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        return changes.call(() -> store.join(room, place, now));
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId place, Instant now) {
        return looks.call(() -> store.find(room, place, now));
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return changes.call(() -> store.restore(room, proof, now));
    }

    @Override
    public Optional<Place> at(RoomId room, long position, Instant now) {
        return looks.call(() -> store.at(room, position, now));
    }

    @Override
    public Optional<Place> apply(RoomId room, PlaceId place, Act act, Terms terms, Instant now) {
        return changes.call(() -> store.apply(room, place, act, terms, now));
    }

    @Override
    public RoomSnapshot snapshot(RoomId room, Instant now) {
        return turnstile.call(() -> store.snapshot(room, now));
    }

    @Override
    public boolean serve(RoomId room, RoomSnapshot seen, Advance advance, Terms terms, Instant now) {
        return turnstile.call(() -> store.serve(room, seen, advance, terms, now));
    }

    @Override
    public void letIn(RoomId room, long turns, Instant now) {
        turnstile.once(() -> {
            store.letIn(room, turns, now);
            return true;
        });
    }

    @Override
    public boolean change(RoomId room, Optional<RoomSettings> expected, Optional<RoomSettings> next, Instant now) {
        return turnstile.call(() -> store.change(room, expected, next, now));
    }

    @Override
    public long open(RoomId room, long expectedOpening, Instant now) {
        return turnstile.call(() -> store.open(room, expectedOpening, now));
    }

    /** A look that succeeds does not say that a change would. */
    private record RefusalsOnly(Guard.Listener listener) implements Guard.Listener {

        @Override
        public void refused() {
            listener.refused();
        }
    }
}
