package io.gatehouse.panel.history;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * The openings of a room, as its ledger has them. Only the entries that begin them are looked for, never what
 * lies between them, so a busy opening costs as little as a quiet one.
 */
public final class Openings {

    /** How many earlier openings a screen names. */
    private static final long MOST = 10;

    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,17}");

    private Openings() {}

    /** The number of an opening, as it was asked for; empty for any other text. */
    public static Optional<Long> number(String text) {
        return Optional.of(text).filter(NUMBER.asMatchPredicate()).map(Long::valueOf);
    }

    /**
     * The time of an opening: from its beginning, or the day before now if the ledger does not have that, up
     * to the beginning of the next one, or now.
     */
    static Period time(Ledgers ledgers, RoomId room, long opening, Instant now) {
        var began = began(ledgers, room, opening);
        var ended = began.flatMap(known -> began(ledgers, room, opening + 1));
        return Period.between(began.orElseGet(() -> now.minus(Period.DAY)), ended.orElse(now), now);
    }

    /** When an opening began; with the ledger, if that began later. Empty when the ledger does not have it. */
    public static Optional<Instant> began(Ledgers ledgers, RoomId room, long opening) {
        return ledgers.beginning(room, opening).map(LedgerEntry::at);
    }

    /** The last few openings before this one that the ledger knows, the latest first. */
    static List<Long> before(Ledgers ledgers, RoomId room, long opening) {
        var first = ledgers.firstOpening(room).orElse(opening);
        return LongStream.iterate(opening - 1, number -> number >= first, number -> number - 1)
                .limit(MOST)
                .boxed()
                .toList();
    }
}
