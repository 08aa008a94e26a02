package io.gatehouse.inlet;

import io.gatehouse.room.Joined;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.StoreTimeoutException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;

/**
 * Gives newcomers their places in lanes beside the default one. Such a join moves the version of the room, so
 * a call that is under way has to look again. Therefore newcomers who come to this node at the same time join
 * together.
 */
final class LaneJoins {

    static final int MOST_AT_ONCE = RoomStore.MOST_IN_LANES;

    /** A visitor wants a place in a lane. */
    private record Newcomer(PlaceId id, String lane) {}

    private final Turnstile turnstile;
    private final RoomBatches<Newcomer, Place> rooms = new RoomBatches<>(MOST_AT_ONCE, this::joinAll);

    LaneJoins(Turnstile turnstile) {
        this.turnstile = turnstile;
    }

    /** The place as it stands after the join, and after a call if no visitor need wait. */
    Place join(RoomLine room, PlaceId id, String lane) {
        return rooms.ask(room, new Newcomer(id, lane))
                .orElseThrow(() -> new StoreTimeoutException("those before were not given their places in time", null));
    }

    private List<Place> joinAll(RoomLine room, List<Newcomer> all) {
        var wanted = new LinkedHashMap<PlaceId, String>();
        all.forEach(newcomer -> wanted.putIfAbsent(newcomer.id, newcomer.lane));
        var joined = room.joinLanes(wanted);
        var places = new HashMap<PlaceId, Place>();
        joined.forEach(one -> places.put(one.place().id(), one.place()));
        if (joined.stream().anyMatch(one -> mayBeCalled(room, one))) {
            // Visitors who are not called here are called by the next tick.
            turnstile
                    .unlessRefused(room, List.<Place>of(), () -> turnstile
                            .callNow(room)
                            .called())
                    .forEach(place -> places.computeIfPresent(place.id(), (id, waiting) -> place));
        }
        return all.stream()
                .map(newcomer -> Objects.requireNonNull(places.get(newcomer.id), "a newcomer has no place"))
                .toList();
    }

    private boolean mayBeCalled(RoomLine room, Joined one) {
        return one.place().waitsInLane() && (one.isFirst() || turnstile.hasReached(room, one.place()));
    }
}
