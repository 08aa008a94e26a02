package io.gatehouse.panel.history;

import io.gatehouse.history.History;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;

/** Makes the report of an opening from the ledger, the minute history and the room's counters. */
final class Reports {

    private final WaitingRooms rooms;
    private final History history;
    private final Ledgers ledgers;
    private final Clock clock;

    Reports(WaitingRooms rooms, History history, Ledgers ledgers, Clock clock) {
        this.rooms = rooms;
        this.history = history;
        this.ledgers = ledgers;
        this.clock = clock;
    }

    /** @param opening as it was asked for */
    Report of(String name, String opening) {
        var room = rooms.get(name);
        var seen = room.snapshot();
        var number = opening.matches("[1-9]\\d{0,17}") ? Long.parseLong(opening) : 0;
        var told = ToldOpening.read(ledgers, room.id(), number);
        var began = told.began()
                .orElseThrow(() -> RefusedException.invalid(
                        "an opening must be one that the ledger of the room knows, up to " + seen.opening(), opening));
        var period = Period.since(began, told.ended().orElseGet(clock::instant));
        var steps = history.steps(
                room.id(), period.from().minus(period.step()), period.to().plus(period.step()), period.step());
        return Report.of(room, number, told, steps, seen);
    }
}
