package io.gatehouse.inlet;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.StoreTimeoutException;
import java.util.Optional;

/**
 * Puts back places in lanes beside the default one that the store has lost. Like a join, that moves the
 * version of the room. After a loss of the whole store all visitors of a lane come back, so those who ask
 * this node side by side do so at once.
 */
final class LaneReturns {

    private final RoomBatches<PlaceProof, Optional<Place>> rooms =
            new RoomBatches<>(LaneJoins.MOST_AT_ONCE, RoomLine::restoreInLanes);

    /** The place, as the store knows it then; empty when it had not lost it. */
    Optional<Place> restore(RoomLine room, PlaceProof proof) {
        return rooms.of(room)
                .ask(proof, LaneJoins.WITHIN)
                .orElseThrow(
                        () -> new StoreTimeoutException("those before did not get their places back in time", null));
    }
}
