package io.gatehouse.room;

import java.time.Instant;
import java.util.Optional;

/**
 * Where lines are kept. Every method is atomic and acknowledged only when it is durable, takes the time from its caller
 * and lets what time has brought about (lapsed turns, ended admissions) take effect first. A room that nobody has
 * joined is an empty line in its first opening.
 *
 * <p>When the store is away, every method throws {@link StoreUnavailableException}: nothing has been acknowledged, and
 * what was asked may or may not happen; asking again is safe.
 */
public interface RoomStore {

    /**
     * Takes the next position, or finds the place that this id already has, in whatever stage. Two joins of one id at
     * once get the same place.
     */
    Joined join(RoomId room, PlaceId place, Instant now);

    /** The place with this id; empty when it never joined this opening or ended long ago. */
    Optional<Place> find(RoomId room, PlaceId place, Instant now);

    /**
     * Puts a place back that was acknowledged and that the store has lost since; asked only when {@link #find} knows
     * nothing of it. Empty, and nothing is changed, when it has not been lost: it ended long ago, or belongs to an
     * earlier opening. One of a later opening says that the store has lost that as well: the room's line goes on in it,
     * whatever the answer. A store that loses nothing restores nothing.
     */
    default Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return Optional.empty();
    }

    /** The place at this position; empty when there is none or it ended long ago. */
    Optional<Place> at(RoomId room, long position, Instant now);

    /**
     * Does one act to one place and returns it as it stands afterwards; an act that does not fit its stage changes
     * nothing. Of many equal acts at once one takes effect, and all see its result. Empty when there is no such place.
     */
    Optional<Place> apply(RoomId room, PlaceId place, Act act, Terms terms, Instant now);

    /** One consistent look at the room. */
    RoomSnapshot snapshot(RoomId room, Instant now);

    /**
     * Calls the next visitors: returning ones first, then those who wait, in order; places that were left are passed
     * over and use nothing up. Whoever joins meanwhile may be left to the next call. Moves nothing and returns false when
     * the room's version is no longer the one that was seen: of two nodes that tick at once one wins.
     */
    boolean serve(RoomId room, RoomSnapshot seen, Advance advance, Terms terms, Instant now);

    /**
     * Grants so many turns by hand, 1 or more; they keep until used. Refused with {@link IllegalArgumentException} when
     * there would be more than {@link Line#MOST_BY_HAND}.
     */
    void letIn(RoomId room, long turns, Instant now);

    /**
     * Replaces the operator's settings, unless they are no longer the expected ones: then it changes nothing and
     * returns false. Empty means "as configured".
     */
    boolean change(RoomId room, Optional<RoomSettings> expected, Optional<RoomSettings> next, Instant now);

    /**
     * Starts a new opening with an empty line and returns its number. The places and admissions of all earlier ones are
     * gone, also of those that a store put back from an old copy does not know: none is found, restored or acted on.
     * Starts none, and returns the current number, when another opening is running than it should follow: repeating is
     * harmless.
     */
    long open(RoomId room, NextOpening next, Instant now);
}
