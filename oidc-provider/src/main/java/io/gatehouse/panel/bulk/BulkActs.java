package io.gatehouse.panel.bulk;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.definition.DefinitionActs;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.room.RoomActs;
import io.gatehouse.panel.room.WordsActs;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.words.Texts;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Does one act to several rooms; the same for the screen and for API clients. Each room's ledger has the act
 * before it is done. A room that fails stops none of the others, and a repetition does no harm.
 */
@Component
final class BulkActs {

    private final WaitingRooms rooms;
    private final RoomActs acts;
    private final DefinitionActs definitions;
    private final WordsActs words;
    private final Texts pages;
    private final Acted acted;

    BulkActs(
            WaitingRooms rooms,
            RoomActs acts,
            DefinitionActs definitions,
            WordsActs words,
            Texts pages,
            Ledgers ledgers) {
        this.rooms = rooms;
        this.acts = acts;
        this.definitions = definitions;
        this.words = words;
        this.pages = pages;
        this.acted = new Acted(ledgers);
    }

    /**
     * The effect of an act on one room: to come, or done.
     *
     * @param leadsTo the id of the room to look at
     * @param isDone whether the room is changed: by the act, or once it is confirmed
     */
    record Effect(String room, String title, String leadsTo, boolean isDone, boolean hasLine, String says) {}

    /**
     * The act with what was typed for it, by the names of the form's fields.
     *
     * @throws RefusedException that says which field makes no sense
     */
    Bulk of(BulkAct act, Map<String, String> typed) {
        return switch (act) {
            case PAUSE, RESUME -> new Pausing(acted, act == BulkAct.PAUSE);
            case SAY, CLEAR -> Saying.of(words, pages, typed, act == BulkAct.SAY);
            case UNDO -> new Unsaying(words, acted);
            case BRANDING -> SharingBranding.of(words, rooms, typed);
            case FREE_KEPT_SLOTS -> new FreeingSlots(acts);
            case COPY -> new Copying(definitions, words, rooms, Copying.Given.of(typed));
        };
    }

    /** @param names of the rooms; all if there are none. One that is unknown refuses all of it */
    private List<WaitingRoom> rooms(Bulk act, List<String> names) {
        var found = names.isEmpty()
                ? List.copyOf(rooms.all())
                : names.stream().distinct().map(rooms::get).toList();
        act.require(found);
        return found;
    }

    /** The effect that the act would have, room by room. */
    List<Effect> preview(Bulk act, List<String> names) {
        return rooms(act, names).stream().map(room -> wouldBe(act, room)).toList();
    }

    List<Effect> act(Actor who, Bulk act, List<String> names) {
        return rooms(act, names).stream()
                .map(room -> {
                    var would = wouldBe(act, room);
                    return would.isDone() ? done(who, act, room, would.hasLine()) : would;
                })
                .toList();
    }

    private static Effect wouldBe(Bulk act, WaitingRoom room) {
        try {
            var seen = room.snapshot();
            var would = act.would(room);
            return effect(room, would.changes(), seen.callable() + seen.slots() > 0, would.says());
        } catch (DamagedLineException damaged) {
            return effect(room, false, false, "is not changed: its line is damaged");
        } catch (StoreUnavailableException away) {
            return effect(room, false, false, "is not changed: its store is away");
        } catch (RefusedException refused) {
            return effect(room, false, false, "is not changed: " + refused.detail());
        }
    }

    private static Effect done(Actor who, Bulk act, WaitingRoom room, boolean hasLine) {
        try {
            var says = act.act(who, room);
            return new Effect(room.id().value(), room.configuration().title(), act.leadsTo(room), true, hasLine, says);
        } catch (StoreUnavailableException away) {
            return effect(
                    room, false, hasLine, "may not be changed: its store went away. Repeat it, which does no harm");
        } catch (RefusedException refused) {
            return effect(room, false, hasLine, "is not changed: " + refused.detail());
        }
    }

    private static Effect effect(WaitingRoom room, boolean isDone, boolean hasLine, String says) {
        return new Effect(
                room.id().value(), room.configuration().title(), room.id().value(), isDone, hasLine, says);
    }

    /** All rooms, in the order of the configuration. */
    List<WaitingRoom> all() {
        return List.copyOf(rooms.all());
    }
}
