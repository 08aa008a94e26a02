package io.gatehouse.panel.bulk;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.room.WordsActs;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.words.Branding;
import io.gatehouse.words.Words;
import java.util.Map;

/**
 * Gives rooms the branding of another one. Each keeps its own name.
 *
 * @param from the room that has it
 */
record SharingBranding(WordsActs words, WaitingRoom from) implements Bulk {

    static SharingBranding of(WordsActs words, WaitingRooms rooms, Map<String, String> typed) {
        var from = typed.getOrDefault("from", "").strip();
        return new SharingBranding(
                words,
                rooms.find(from)
                        .orElseThrow(() -> RefusedException.at(
                                "from",
                                from.isEmpty()
                                        ? "is needed"
                                        : "must be one of the rooms, there is none of that name")));
    }

    private Branding given() {
        return words.of(from).looks();
    }

    private static Words looking(Words before, Branding given) {
        return before.looking(new Branding(
                before.looks().name(), given.help(), given.imprint(), given.colours(), given.logo(), given.darkLogo()));
    }

    @Override
    public Would would(WaitingRoom room) {
        if (room.id().equals(from.id())) {
            return new Would(false, "has it: the branding is its own");
        }
        var given = given();
        var before = words.of(room);
        var after = looking(before, given);
        if (after.equals(before)) {
            return new Would(false, "looks so already");
        }
        var parts = given.equals(Branding.NONE)
                ? "will look as pages without branding do"
                : "will get the branding of " + from.configuration().title();
        var name = before.looks().name();
        return new Would(true, parts + (name.isEmpty() ? "" : ", and keeps its name " + name));
    }

    @Override
    public String act(Actor who, WaitingRoom room) {
        var given = given();
        words.edit(who, room, "branding of " + from.id() + " in several rooms", before -> looking(before, given));
        return "has the branding of " + from.configuration().title();
    }
}
