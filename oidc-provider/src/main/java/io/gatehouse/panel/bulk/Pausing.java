package io.gatehouse.panel.bulk;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.waitingroom.WaitingRoom;

/** Pauses rooms, or resumes those that were paused so: the words in the ledger tell by what a room was paused. */
record Pausing(Acted acted, boolean pauses) implements Bulk {

    private static final String PAUSE = "pause several, paused -> true";
    private static final String RESUME = "resume several, paused -> false";

    @Override
    public Would would(WaitingRoom room) {
        var isPaused = room.configuration().settings(room.snapshot()).isPaused();
        if (pauses) {
            return new Would(!isPaused, isPaused ? "is paused already" : "will be paused");
        }
        if (!isPaused) {
            return new Would(false, "is not paused");
        }
        var isOurs = acted.last(room, Pausing::isOfPausing)
                .map(LedgerEntry::data)
                .filter(data -> PAUSE.equals(data.get("what")))
                .isPresent();
        return new Would(
                isOurs,
                isOurs
                        ? "will be resumed"
                        : "stays paused: Pause several did not pause it. Resume it on its own screen");
    }

    /** Whether the act says if the room is paused. */
    private static boolean isOfPausing(LedgerEntry entry) {
        var what = String.valueOf(entry.data().get("what"));
        return what.contains("paused") && what.contains("->");
    }

    @Override
    public String act(Actor who, WaitingRoom room) {
        var what = pauses ? PAUSE : RESUME;
        acted.ledgers().act(room.id(), who.toString(), what);
        room.change(settings -> settings.paused(pauses));
        ActLog.room(who, room.id().value(), what);
        return pauses ? "is paused" : "is resumed";
    }
}
