package io.gatehouse.store;

import io.gatehouse.room.Counters;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A {@link RoomStore} over the network behind {@link Guard}s of its own for looks, changes, and the
 * turnstile: a crowd that waits for a slow store does not keep the turnstile from asking.
 *
 * <p>Every question is safe to repeat: a compare-and-set says false when repeated after a lost answer, as if
 * another caller had been faster, and {@link io.gatehouse.room.Line} looks again. Only a grant by hand would
 * happen twice; so it is asked once, and the operator looks before granting again.
 */
final class GuardedRoomStore extends RoomStore.Forwarding {

    private final RoomStore store;
    private final Function<RoomId, Guard.Listener> listeners;
    private final Guard looks;
    private final Guard turnstile;
    private final Guard changes;

    /**
     * @param listeners one for each room, which hears how visitors, and calls of visitors, fare
     * @param clock refuses questions while this node's clock is off
     */
    GuardedRoomStore(RoomStore store, Function<RoomId, Guard.Listener> listeners, ClockWatch clock) {
        super(store);
        this.store = store;
        this.listeners = listeners;
        this.looks = new Guard("looks", 64, clock::requireRight);
        this.turnstile = new Guard("turnstile", 32, clock::requireRight);
        this.changes = new Guard("changes", 64, clock::requireRight);
    }

    @Override
    protected <T> T ask(Kind kind, RoomId room, Supplier<T> question) {
        return switch (kind) {
            // A look that succeeds does not say that a change would: only its refusals are heard.
            case LOOK -> looks.call(question, () -> listeners.apply(room).refused());
            case JOIN, CHANGE -> changes.call(question, listeners.apply(room));
            case TICK -> turnstile.call(question);
        };
    }

    @Override
    public boolean end(RoomId room, List<Step> steps) {
        return turnstile.call(() -> store.end(room, steps), listeners.apply(room));
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        Supplier<Boolean> move = () -> store.move(room, seen, next, call);
        if (next.letIn() > seen.letIn()) {
            return turnstile.once(move);
        }
        return call.steps().isEmpty() ? turnstile.call(move) : turnstile.call(move, listeners.apply(room));
    }
}
