package io.gatehouse.inlet;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.StoreUnavailableException;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Calls visitors in line who need not wait. One call serves all visitors who come to this node at the same
 * time. When another node, or the tick, has called since the look, it looks again. Neither rate nor capacity
 * holds these visitors; the stock does.
 */
final class Exempt {

    /** The limit of attempts: more than there are nodes that may be about to call. */
    private static final int TRIES = 10;

    /** The largest call that every store takes. */
    private static final int MOST_AT_ONCE = 50;

    private final Turnstile turnstile;
    private final RoomBatches<PlaceId, Optional<Place>> rooms = new RoomBatches<>(MOST_AT_ONCE, this::callAll);

    Exempt(Turnstile turnstile) {
        this.turnstile = turnstile;
    }

    /** The place as it stands after the call. */
    Place call(RoomLine room, Place place) {
        return rooms.ask(room, place.id())
                .flatMap(called -> called)
                .or(() -> room.find(place.id()))
                .orElse(place);
    }

    private List<Optional<Place>> callAll(RoomLine room, List<PlaceId> ids) {
        var places = new HashMap<PlaceId, Place>();
        try {
            var called = Optional.<List<Place>>empty();
            for (int tried = 0; tried < TRIES && called.isEmpty(); tried++) {
                called = calledByTurns(room, ids);
            }
            called.ifPresent(all -> all.forEach(place -> places.put(place.id(), place)));
        } catch (StoreUnavailableException away) {
            turnstile.wasRefused(room, away);
        }
        return ids.stream().map(id -> Optional.ofNullable(places.get(id))).toList();
    }

    /** Waits first for a tick of this node that is calling. */
    private Optional<List<Place>> calledByTurns(RoomLine room, List<PlaceId> ids) {
        var lock = turnstile.callers(room);
        try {
            if (!lock.tryLock(RoomBatches.WITHIN.toNanos(), TimeUnit.NANOSECONDS)) {
                return Optional.of(List.of());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.of(List.of());
        }
        try {
            var seen = room.snapshot();
            var free = room.configuration().settings(seen).free(seen);
            return turnstile.isShut(room, seen) ? Optional.of(List.of()) : room.serveOutOfTurn(seen, ids, free);
        } finally {
            lock.unlock();
        }
    }
}
