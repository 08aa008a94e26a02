package io.gatehouse.inlet;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls visitors who have just joined. While one call of a room runs on this node, the next gathers. So each
 * visitor waits for two calls at most, and a crowd costs few.
 *
 * <p>When a call comes to nothing because another node, or the tick, has called since its look, it looks
 * again. A node that looked after the visitor had joined has called the visitor as well, and then the place
 * says so.
 */
final class PassThrough {

    /** The limit of attempts: more than there are nodes that may have been about to call when the visitor joined. */
    private static final int TRIES = 5;

    /** Further visitors are in the next call. */
    private static final int MOST_AT_ONCE = 500;

    private final Turnstile turnstile;
    private final Ticker ticker;
    private final RoomBatches<Place, Map<PlaceId, Place>> rooms = new RoomBatches<>(
            MOST_AT_ONCE, (room, places) -> Collections.nCopies(places.size(), callAll(room, places)));

    PassThrough(Turnstile turnstile, Ticker ticker) {
        this.turnstile = turnstile;
        this.ticker = ticker;
    }

    /**
     * The place as it stands after a call that began after it was taken; empty when the call has not reached
     * it in time.
     */
    Optional<Place> call(RoomLine room, Place joined) {
        return rooms.ask(room, joined)
                .flatMap(places -> Optional.ofNullable(places.get(joined.id())))
                .or(() -> turnstile.hasReached(room, joined) ? room.find(joined.id()) : Optional.empty());
    }

    /** Calls until the serving counter has passed the last of them. Another node has called the others. */
    private Map<PlaceId, Place> callAll(RoomLine room, List<Place> joined) {
        var end = Deadline.after(RoomBatches.WITHIN, ticker);
        var places = new HashMap<PlaceId, Place>();
        try {
            for (int tried = 0; tried < TRIES && !end.isExpired(); tried++) {
                var call = turnstile.callNow(room);
                call.called().forEach(place -> places.put(place.id(), place));
                if (joined.stream().allMatch(call::hasReached) || !call.isOpen()) {
                    return places;
                }
            }
            turnstile.leaveToTicks(room);
        } catch (StoreUnavailableException away) {
            turnstile.wasRefused(room, away);
        }
        return places;
    }
}
