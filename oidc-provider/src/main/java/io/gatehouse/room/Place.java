package io.gatehouse.room;

import java.time.Instant;
import java.util.Optional;

/**
 * A visitor's hold on one spot in line, as it stands at one moment.
 *
 * @param opening which run of the room it belongs to, from 1
 * @param position its number in line, from 1; never changes
 * @param until when the stage ends by itself: the claim window of a turn, the end of an admission, the moment an ended
 *     place is forgotten; {@link #NEVER} while the visitor waits
 * @param isExtended whether the claim window has been extended
 * @param hasReturned whether the second chance has been taken
 * @param admission present from the claim on, also after its end
 */
public record Place(
        PlaceId id,
        long opening,
        long position,
        Instant joinedAt,
        Stage stage,
        Instant until,
        boolean isExtended,
        boolean hasReturned,
        Optional<Admission> admission) {

    /** Stands for "does not end by itself". */
    public static final Instant NEVER = Instant.ofEpochMilli(Long.MAX_VALUE);

    public Place {
        if (position < 1) {
            throw new IllegalArgumentException("position must be 1 or more, was " + position);
        }
    }

    /** A place that has just been taken. */
    static Place taken(PlaceId id, long opening, long position, Instant joinedAt) {
        return new Place(id, opening, position, joinedAt, Stage.WAITING, NEVER, false, false, Optional.empty());
    }

    /** Whether the visitor may extend the claim window now. */
    public boolean isExtendable() {
        return stage == Stage.TURN && !isExtended;
    }

    Place in(Stage next, Instant nextUntil) {
        return new Place(id, opening, position, joinedAt, next, nextUntil, isExtended, hasReturned, admission);
    }

    Place extendedTo(Instant nextUntil) {
        return new Place(id, opening, position, joinedAt, stage, nextUntil, true, hasReturned, admission);
    }

    Place returning() {
        return new Place(id, opening, position, joinedAt, Stage.RETURNING, NEVER, isExtended, true, admission);
    }

    Place admitted(Admission next, Instant nextUntil) {
        return new Place(
                id, opening, position, joinedAt, Stage.ADMITTED, nextUntil, isExtended, hasReturned, Optional.of(next));
    }
}
