package io.gatehouse.panel.bulk;

import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.room.RoomActs;
import io.gatehouse.waitingroom.KeptSlots;
import io.gatehouse.waitingroom.WaitingRoom;

/** Frees kept slots: ends the visits that are over and keep them. Visitors who are inside stay. */
record FreeingSlots(RoomActs acts) implements Bulk {

    @Override
    public Would would(WaitingRoom room) {
        var over = KeptSlots.over(room, room.snapshot());
        var count = over.places().size();
        if (count == 0) {
            return new Would(
                    false,
                    over.isAll()
                            ? "keeps no slot for a visit that is over"
                            : "keeps no slot for a visit that is over, among the last 1,000 visitors that were called");
        }
        return new Would(
                true,
                "%,d kept slot%s will come free: the visit%s %s over%s"
                        .formatted(
                                count,
                                count == 1 ? "" : "s",
                                count == 1 ? "" : "s",
                                count == 1 ? "is" : "are",
                                over.isAll() ? "" : "; there may be more, so repeat it then"));
    }

    @Override
    public String act(Actor who, WaitingRoom room) {
        var ended = acts.endKept(who, room);
        return "%,d slot%s come free".formatted(ended, ended == 1 ? " has" : "s have");
    }
}
