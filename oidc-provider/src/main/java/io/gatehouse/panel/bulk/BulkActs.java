package io.gatehouse.panel.bulk;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.ledger.Ledgers.Sought;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.List;
import java.util.Optional;

/**
 * Pauses and resumes several rooms; the same for the screen and for API clients. Each room's ledger has the
 * act before it is done. A room that fails stops none of the others.
 */
final class BulkActs {

    private static final int ON_A_PAGE = 50;
    private static final int MOST_PAGES = 50;

    private final WaitingRooms rooms;
    private final Ledgers ledgers;

    BulkActs(WaitingRooms rooms, Ledgers ledgers) {
        this.rooms = rooms;
        this.ledgers = ledgers;
    }

    /**
     * The effect of an act on one room: to come, or done.
     *
     * @param isDone whether the room is changed: by the act, or once it is confirmed
     */
    record Effect(String room, String title, boolean isDone, boolean hasLine, String says) {}

    /** @param names of the rooms; all if there are none. One that is unknown refuses all of it */
    private List<WaitingRoom> of(List<String> names) {
        return names.isEmpty()
                ? List.copyOf(rooms.all())
                : names.stream().distinct().map(rooms::get).toList();
    }

    /** What the act would do, room by room. */
    List<Effect> preview(BulkAct act, List<String> names) {
        return of(names).stream()
                .map(room -> tried(room, () -> would(act, room)))
                .toList();
    }

    List<Effect> act(Actor who, BulkAct act, List<String> names) {
        return of(names).stream()
                .map(room -> tried(room, () -> done(who, act, room)))
                .toList();
    }

    private Effect done(Actor who, BulkAct act, WaitingRoom room) {
        var would = would(act, room);
        if (!would.isDone()) {
            return would;
        }
        ledgers.act(room.id(), who.toString(), act.what());
        room.change(settings -> settings.paused(act.pauses()));
        ActLog.room(who, room.id().value(), act.what());
        return effect(room, true, would.hasLine(), act.pauses() ? "is paused" : "is resumed");
    }

    private Effect would(BulkAct act, WaitingRoom room) {
        var seen = room.snapshot();
        var hasLine = seen.callable() + seen.slots() > 0;
        var isPaused = room.configuration().settings(seen).isPaused();
        if (act.pauses()) {
            return effect(room, !isPaused, hasLine, isPaused ? "is paused already" : "will be paused");
        }
        if (!isPaused) {
            return effect(room, false, hasLine, "is not paused");
        }
        var isOurs = lastPause(room).filter(BulkAct.PAUSE.what()::equals).isPresent();
        return effect(
                room,
                isOurs,
                hasLine,
                isOurs
                        ? "will be resumed"
                        : "stays paused: Pause several did not pause it. Resume it on its own screen");
    }

    /** The last act that says whether the room is paused; an older one than that of some thousand acts is not found. */
    private Optional<String> lastPause(WaitingRoom room) {
        var before = Long.MAX_VALUE;
        for (var pages = 0; pages < MOST_PAGES && before > 0; pages++) {
            var page = ledgers.page(room.id(), Sought.of("act"), before, ON_A_PAGE);
            var found = page.entries().stream()
                    .map(LedgerEntry::data)
                    .map(data -> String.valueOf(data.get("what")))
                    .filter(what -> what.contains("paused") && what.contains("->"))
                    .findFirst();
            if (found.isPresent()) {
                return found;
            }
            before = page.next().orElse(0);
        }
        return Optional.empty();
    }

    private interface Try {
        Effect get();
    }

    private static Effect tried(WaitingRoom room, Try one) {
        try {
            return one.get();
        } catch (DamagedLineException damaged) {
            return effect(room, false, false, "is not changed: its line is damaged");
        } catch (StoreUnavailableException away) {
            return effect(room, false, false, "is not changed: its store is away");
        }
    }

    private static Effect effect(WaitingRoom room, boolean isDone, boolean hasLine, String says) {
        return new Effect(room.id().value(), room.configuration().title(), isDone, hasLine, says);
    }
}
