package io.gatehouse.panel.bulk;

import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.room.RoomActs;
import io.gatehouse.waitingroom.KeptSlots;
import io.gatehouse.waitingroom.WaitingRoom;

/** Ends the visits that are over and keep their slots. Visitors who are inside stay. */
record EndingVisits(RoomActs acts) implements Bulk {

    @Override
    public Would would(WaitingRoom room) {
        var over = KeptSlots.over(room, room.snapshot());
        var count = over.places().size();
        if (count == 0) {
            return new Would(
                    false,
                    over.isAll()
                            ? "has no visit that is over and keeps a slot"
                            : "has no such visit among the last 1,000 that were called");
        }
        return new Would(
                true,
                "%,d visit%s that %s over will end, and as many slots come free%s"
                        .formatted(
                                count,
                                count == 1 ? "" : "s",
                                count == 1 ? "is" : "are",
                                over.isAll() ? "" : "; there may be more, so repeat it then"));
    }

    @Override
    public String act(Actor who, WaitingRoom room) {
        var ended = acts.endKept(who, room);
        return "%,d visit%s ended".formatted(ended, ended == 1 ? " has" : "s have");
    }
}
