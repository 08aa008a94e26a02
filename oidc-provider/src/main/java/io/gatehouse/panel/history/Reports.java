package io.gatehouse.panel.history;

import io.gatehouse.history.History;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.util.concurrent.Semaphore;

/**
 * Makes the report of an opening from the ledger, the minute history and the room's counters. A report reads
 * the whole ledger of its room, so few are made at a time, and one more is refused at once.
 */
final class Reports {

    private static final int AT_ONCE = 2;

    private final Semaphore free = new Semaphore(AT_ONCE);

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
        if (!free.tryAcquire()) {
            throw new RefusedException(
                    Problem.CHECKS_BUSY, AT_ONCE + " reports are made on this node; try again when they are done");
        }
        try {
            return made(room, opening);
        } finally {
            free.release();
        }
    }

    private Report made(WaitingRoom room, String opening) {
        var seen = room.snapshot();
        var number = opening.matches("[1-9]\\d{0,17}") ? Long.parseLong(opening) : 0;
        var told = ToldOpening.read(ledgers, room.id(), number);
        var began = told.began()
                .orElseThrow(() -> RefusedException.invalid(
                        "an opening must be one that the ledger of the room knows, up to " + seen.opening(), opening));
        var now = clock.instant();
        var period = Period.between(began, told.ended().orElse(now), now);
        var steps = history.steps(
                room.id(), period.from().minus(period.step()), period.to().plus(period.step()), period.step());
        return Report.of(room, number, told, steps, seen);
    }
}
