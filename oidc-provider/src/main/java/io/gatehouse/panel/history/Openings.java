package io.gatehouse.panel.history;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.ledger.Ledgers.Sought;
import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** When openings of a room began, and what was written in them, as its ledger has it. */
public final class Openings {

    private static final int MOST = 200;

    private Openings() {}

    /** When an opening began; with the ledger, if that began later. Empty when the ledger does not have it. */
    public static Optional<Instant> began(Ledgers ledgers, RoomId room, long opening) {
        return Stream.of("opening", "begin")
                .flatMap(kind -> entries(ledgers, room, kind, opening).stream())
                .filter(entry -> Long.valueOf(opening).equals(entry.data().get("opening")))
                .map(LedgerEntry::at)
                .min(Instant::compareTo);
    }

    /** All entries of this kind that were written in an opening, the earliest first. */
    static List<LedgerEntry> entries(Ledgers ledgers, RoomId room, String kind, long opening) {
        var found = new ArrayList<LedgerEntry>();
        var sought = new Sought(Optional.of(kind), Optional.of(opening), Optional.empty(), Optional.empty());
        var before = OptionalLong.of(Long.MAX_VALUE);
        while (before.isPresent()) {
            var page = ledgers.page(room, sought, before.getAsLong(), MOST);
            found.addAll(
                    0,
                    page.entries().stream()
                            .sorted((one, other) -> Long.compare(one.seq(), other.seq()))
                            .toList());
            before = page.next();
        }
        return found;
    }
}
