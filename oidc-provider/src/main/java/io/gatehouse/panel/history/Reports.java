package io.gatehouse.panel.history;

import io.gatehouse.archive.ReportSource;
import io.gatehouse.history.History;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.pastdraw.PublicFiles;
import io.gatehouse.room.RoomId;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes the report of an opening from the ledger, the minute history and the room's counters. A report reads
 * the whole ledger of its room, so few are made at a time, and one more is refused at once.
 */
final class Reports implements ReportSource {

    private static final int AT_ONCE = 2;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Semaphore free = new Semaphore(AT_ONCE);

    private final WaitingRooms rooms;
    private final History history;
    private final Ledgers ledgers;
    private final PublicFiles files;
    private final Clock clock;

    Reports(WaitingRooms rooms, History history, Ledgers ledgers, PublicFiles files, Clock clock) {
        this.rooms = rooms;
        this.history = history;
        this.ledgers = ledgers;
        this.files = files;
        this.clock = clock;
    }

    /** @param opening as it was asked for */
    Report of(String name, String opening) {
        var room = rooms.get(name);
        return oneOfFew(() -> made(room, opening));
    }

    /** The archive asks only for openings that the ledger has, so a refusal means that others are made. */
    @Override
    public Optional<String> report(RoomId room, long opening) {
        try {
            return Optional.of(JSON.writeValueAsString(of(room.value(), String.valueOf(opening))));
        } catch (RefusedException busy) {
            throw new BusyException(busy);
        }
    }

    /**
     * The files that the public gets of an opening, as one zip that is made while it is read. Of an opening
     * that is over it has the same bytes each time.
     */
    Iterator<byte[]> publicFiles(String name, String opening) {
        var room = rooms.get(name);
        return oneOfFew(() -> files.zip(room, told(room, opening).forThePublic()));
    }

    private <T> T oneOfFew(Supplier<T> work) {
        if (!free.tryAcquire()) {
            throw new RefusedException(
                    Problem.CHECKS_BUSY, AT_ONCE + " reports are made on this node; try again when they are done");
        }
        try {
            return work.get();
        } finally {
            free.release();
        }
    }

    private Report made(WaitingRoom room, String opening) {
        var seen = room.snapshot();
        var told = told(room, opening);
        var now = clock.instant();
        var period = Period.between(told.began(), told.ended().orElse(now), now);
        var steps = history.steps(
                room.id(), period.from().minus(period.step()), period.to().plus(period.step()), period.step());
        return Report.of(room, told, steps, seen);
    }

    private OpeningAccount told(WaitingRoom room, String opening) {
        return Openings.number(opening)
                .flatMap(number -> OpeningAccount.read(ledgers, room.id(), number))
                .orElseThrow(() -> RefusedException.invalid(
                        "an opening must be one that the ledger of the room knows, up to "
                                + room.snapshot().opening(),
                        opening));
    }
}
