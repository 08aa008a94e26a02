package io.gatehouse.panel.codes;

import io.gatehouse.pass.CodeList;
import io.gatehouse.pass.Passes;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Instant;
import java.util.List;

/**
 * The access codes of a room, and what came of passes, as operators and their programs see them.
 *
 * @param taken whether the room takes access codes at all
 * @param exempted how many have been called by a pass or a code in the opening that runs
 */
record CodesView(boolean taken, long exempted, List<OneList> lists) {

    /**
     * A list of codes.
     *
     * @param codes how many are in it, used or not
     * @param used how many of them have been used
     * @param until when the last of them ends
     */
    record OneList(String name, long codes, long used, String until) {

        private static OneList of(CodeList list) {
            return new OneList(
                    list.name(),
                    list.codes(),
                    list.used(),
                    Instant.ofEpochMilli(list.until()).toString());
        }
    }

    static CodesView of(WaitingRoom room, Passes passes) {
        return new CodesView(
                passes.takesCodes(room.id()),
                passes.exempted(room.id(), room.snapshot().opening()),
                passes.codeLists(room.id()).stream().map(OneList::of).toList());
    }
}
