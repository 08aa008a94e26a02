package io.gatehouse.room;

import java.time.Instant;

/**
 * What a visitor's signed cookie certifies: that this place has been acknowledged, even if the store has lost it since.
 *
 * @param opening which run of the room it belongs to, from 1
 * @param position its number in line, from 1
 * @param joinedAt when it was taken
 */
public record PlaceProof(PlaceId id, long opening, long position, Instant joinedAt) {

    public PlaceProof {
        if (opening < 1 || position < 1) {
            throw new IllegalArgumentException(
                    "opening and position must be 1 or more, were " + opening + " and " + position);
        }
    }

    /** The place as it was acknowledged. */
    public Place place() {
        return Place.waiting(id, opening, position, joinedAt);
    }

    /**
     * Whether a store that knows nothing of the place may have forgotten it: it may have ended, and been remembered for
     * its whole time. A younger one has been lost.
     */
    public boolean mayBeForgotten(Instant now) {
        return !joinedAt.plus(Line.MEMORY).isAfter(now);
    }
}
