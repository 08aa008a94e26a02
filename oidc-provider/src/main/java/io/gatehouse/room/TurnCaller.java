package io.gatehouse.room;

import java.util.Optional;

/** Calls whoever may come next, at once: so that nobody waits for a tick who need not. */
public interface TurnCaller {

    /** Calls as many as the room's inlet allows now; nobody, if another node has just done so. */
    void call(WaitingRoom room);

    /**
     * Somebody has just joined and waits: calls them, and all before them, if the inlet allows all of those. Many who join
     * side by side are called together. The place as it stands afterwards; empty when it is left to the next tick, which is
     * so as well where a store is too slow, or away.
     */
    Optional<Place> call(WaitingRoom room, Joined joined);

    /**
     * Gives somebody a place in a lane beside the default one, and calls them if nobody need wait. Many who join side by side do so
     * together. The place as it stands afterwards.
     */
    Place join(WaitingRoom room, PlaceId place, String lane);

    /**
     * Puts a place in a lane beside the default one back that the store has lost. Many who come back side by side do so together.
     * As {@link RoomStore#restore} answers.
     */
    Optional<Place> restore(WaitingRoom room, PlaceProof proof);

    /**
     * Calls somebody in line who need not wait, whatever rate and capacity say; nobody while the room calls nobody, or none of its stock is left. The place
     * as it stands afterwards: in line still, where the room is shut, or the store too slow, or away.
     */
    Place exempt(WaitingRoom room, Place place);
}
