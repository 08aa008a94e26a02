package io.gatehouse.store;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Joined;
import io.gatehouse.room.NextOpening;
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
import java.util.function.Function;
import java.util.function.Supplier;

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
    private final Function<RoomId, Guard.Listener> listeners;
    private final Guard looks = new Guard("looks", 64);
    private final Guard turnstile = new Guard("turnstile", 32);
    private final Guard changes = new Guard("changes", 64);

    /** @param listeners who hears how visitors, and calls of visitors, fare in a room */
    GuardedRoomStore(RoomStore store, Function<RoomId, Guard.Listener> listeners) {
        this.store = store;
        this.listeners = listeners;
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        return changed(room, () -> store.join(room, place, now));
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId place, Instant now) {
        return looked(room, () -> store.find(room, place, now));
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return changed(room, () -> store.restore(room, proof, now));
    }

    @Override
    public Optional<Place> at(RoomId room, long position, Instant now) {
        return looked(room, () -> store.at(room, position, now));
    }

    @Override
    public Optional<Place> apply(RoomId room, PlaceId place, Act act, Terms terms, Instant now) {
        return changed(room, () -> store.apply(room, place, act, terms, now));
    }

    @Override
    public RoomSnapshot snapshot(RoomId room, Instant now) {
        return turnstile.call(() -> store.snapshot(room, now));
    }

    @Override
    public boolean serve(RoomId room, RoomSnapshot seen, Advance advance, Terms terms, Instant now) {
        return turnstile.call(() -> store.serve(room, seen, advance, terms, now), listeners.apply(room));
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
