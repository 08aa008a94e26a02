package io.gatehouse.room;

import java.time.Instant;

/**
 * The statement of a visitor's signed cookie: this place has been acknowledged, even if the store has lost it
 * since.
 *
 * @param opening which run of the room it belongs to, from 1
 * @param position its lane and its number there
 * @param joinedAt when it was taken
 * @param moves how often it had been carried to another browser by then
 */
public record PlaceProof(PlaceId id, long opening, Position position, Instant joinedAt, int moves) {

    public PlaceProof {
        if (opening < 1 || moves < 0) {
            throw new IllegalArgumentException(
                    "opening must be 1 or more, and moves 0 or more, were " + opening + " and " + moves);
        }
    }

    /** The proof that the browser with this place has. */
    public static PlaceProof of(Place place) {
        return new PlaceProof(place.id(), place.opening(), place.position(), place.joinedAt(), place.moves());
    }

    /**
     * The id under which this browser takes its next place. Each browser that has held the place has a next
     * id of its own, or two would share their later places; a browser that has let it go never has the one
     * that passes are believed to follow.
     *
     * @param hasLetGo whether the place is in another browser by now
     */
    public PlaceId successor(boolean hasLetGo) {
        return id.successor(2 * moves + (hasLetGo ? 1 : 0));
    }

    /** The place as it was acknowledged. */
    public Place place() {
        return Place.waiting(id, opening, position, joinedAt);
    }

    /** The number of its lane; 0 for the default one. */
    public int lane() {
        return position.lane();
    }

    /**
     * A store that does not know this place has lost it while at most this many positions of its lane have
     * been handed out in its opening. A place that may have ended, and been remembered for its whole time, is
     * lost only if the store has lost that its position was handed out; a younger place is lost in any case.
     */
    public long lostWhileIssuedUpTo(Instant now) {
        var mayBeForgotten = !joinedAt.plus(Line.MEMORY).isAfter(now);
        return mayBeForgotten ? position.number() - 1 : Long.MAX_VALUE;
    }
}
