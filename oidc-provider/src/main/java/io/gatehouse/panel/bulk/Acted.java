package io.gatehouse.panel.bulk;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.ledger.Ledgers.Sought;
import io.gatehouse.waitingroom.WaitingRoom;
import java.util.Optional;
import java.util.function.Predicate;

/** The acts in rooms' ledgers. */
record Acted(Ledgers ledgers) {

    private static final int ON_A_PAGE = 50;
    private static final int MOST_PAGES = 50;

    /** The last act of this kind; an older one than that of some thousand acts is not found. */
    Optional<LedgerEntry> last(WaitingRoom room, Predicate<LedgerEntry> kind) {
        var before = Long.MAX_VALUE;
        for (var pages = 0; pages < MOST_PAGES && before > 0; pages++) {
            var page = ledgers.page(room.id(), Sought.of("act"), before, ON_A_PAGE);
            var found = page.entries().stream().filter(kind).findFirst();
            if (found.isPresent()) {
                return found;
            }
            before = page.next().orElse(0);
        }
        return Optional.empty();
    }
}
