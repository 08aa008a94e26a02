package io.gatehouse.panel.bulk;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.definition.DefinitionActs;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.room.WordsActs;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes a room like another one: with its settings in force, its words and its branding, and with an empty
 * line. A copy whose words were not copied, because the store went away, gets them by a repetition.
 */
record Copying(DefinitionActs definitions, WordsActs words, WaitingRooms rooms, Given given) implements Bulk {

    /**
     * The parts of a room that a copy has, and those that it has not, as the screen, the document and the API
     * say it.
     */
    static final String COPIED =
            "Settings in force, dates, lanes, words, branding and the public key of passes are copied."
                    + " The line, counts, access codes and sites are not, nor passes and tune of the configuration files.";

    /**
     * The name and the title of the copy.
     *
     * @param title empty: as the room is
     */
    record Given(String name, String title) {

        static Given of(Map<String, String> typed) {
            return new Given(
                    typed.getOrDefault("name", "").strip(),
                    typed.getOrDefault("title", "").strip());
        }
    }

    @Override
    public void require(List<WaitingRoom> chosen) {
        if (chosen.size() != 1) {
            throw RefusedException.at("room", "must be one room, which is copied");
        }
        if (given.name().isEmpty()) {
            throw RefusedException.at("name", "is needed");
        }
        var settings = settings(chosen.get(0));
        if (definitions.isTaken(given.name())) {
            if (!definitions.isDefined(given.name(), settings)) {
                throw RefusedException.at("name", "must be free: there is a room " + given.name() + " already");
            }
        } else {
            requireUsable(settings);
        }
    }

    private void requireUsable(Map<String, String> settings) {
        try {
            definitions.requireFree(given.name(), settings);
        } catch (RefusedException refused) {
            var isOther = !refused.faults().isEmpty() && refused.faults().of("room") == null;
            var says = refused.faults().of("room");
            throw isOther ? refused : RefusedException.at("name", says == null ? refused.detail() : says);
        }
    }

    private Map<String, String> settings(WaitingRoom room) {
        return definitions.copyOf(room, given.title());
    }

    @Override
    public Would would(WaitingRoom room) {
        var said = words.of(room);
        if (definitions.isTaken(given.name())) {
            var isWhole = words.of(rooms.get(given.name())).equals(said);
            return new Would(
                    !isWhole,
                    isWhole ? "has this copy already" : "has this copy already; its words and branding will be copied");
        }
        return new Would(true, "will be copied to " + given.name() + ": " + parts(room, said));
    }

    private String parts(WaitingRoom room, Words said) {
        var settings = room.configuration().chosen(room.snapshot());
        var parts = new ArrayList<String>();
        parts.add(counted(settings.schedule().dates().size(), "date"));
        parts.add(counted(room.configuration().lanes().declared().size(), "lane"));
        parts.add(said.areNone() ? "no words or branding" : "words and branding");
        var text = String.join(", ", parts) + ". "
                + (settings.isPaused() ? "It starts paused. " : "")
                + "The line, counts, access codes and sites stay here. ";
        var passes = definitions.of(room.id().value());
        if (passes.ofTheFiles()) {
            return text + "Passes and tune of the configuration files, if there are any, are not copied";
        }
        return passes.passes().isPresent()
                ? text + "The public key of its passes is copied; a pass names its room, so the copy needs its own"
                : text + "It takes no passes";
    }

    private static String counted(int count, String what) {
        return (count == 0 ? "no" : String.valueOf(count)) + " " + what + (count == 1 ? "" : "s");
    }

    @Override
    public String act(Actor who, WaitingRoom room) {
        var said = words.of(room);
        if (!definitions.isTaken(given.name())) {
            definitions.add(who, given.name(), settings(room));
        }
        var copy = rooms.get(given.name());
        if (!words.of(copy).equals(said)) {
            words.edit(who, copy, "copy the words and branding of " + room.id(), before -> said);
        }
        return "is copied to " + given.name();
    }

    @Override
    public String leadsTo(WaitingRoom room) {
        return given.name();
    }
}
