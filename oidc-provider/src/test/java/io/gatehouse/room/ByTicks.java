package io.gatehouse.room;

import java.util.List;
import java.util.Optional;

/** Leaves everybody to the ticks. */
public record ByTicks() implements TurnCaller {

    @Override
    public void call(WaitingRoom room) {}

    @Override
    public Optional<Place> call(WaitingRoom room, Joined joined) {
        return Optional.empty();
    }

    @Override
    public Place join(WaitingRoom room, PlaceId place, String lane) {
        return room.join(place);
    }

    @Override
    public Optional<Place> restore(WaitingRoom room, PlaceProof proof) {
        return room.restoreInLanes(List.of(proof)).get(0);
    }

    @Override
    public Place exempt(WaitingRoom room, Place place) {
        return place;
    }
}
