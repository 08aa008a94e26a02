package io.gatehouse.panel.bulk;

import io.gatehouse.panel.operator.Actor;
import io.gatehouse.waitingroom.WaitingRoom;
import java.util.List;

/** One act on several rooms, with all that it was given. */
interface Bulk {

    /**
     * The effect of the act on one room.
     *
     * @param changes whether the room is changed by it
     */
    record Would(boolean changes, String says) {}

    /**
     * Refuses the act as a whole, before any room is changed.
     *
     * @throws io.gatehouse.panel.answer.RefusedException that says why
     */
    default void require(List<WaitingRoom> rooms) {}

    /** The effect that the act would have now. Changes nothing. */
    Would would(WaitingRoom room);

    /**
     * Does the act to a room that it would change, and says so. The room's ledger has the act before it is
     * done. A repetition is safe.
     */
    String act(Actor who, WaitingRoom room);

    /** The id of the room to look at after the act. */
    default String leadsTo(WaitingRoom room) {
        return room.id().value();
    }
}
