package io.gatehouse.panel.ledger;

import io.gatehouse.ledger.LedgerEntry;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * An entry as operators and their programs see it.
 *
 * @param says what it tells, in a sentence
 * @param line the same, whole, as it is exported
 */
record EntryView(long seq, String at, String kind, String says, String line) {

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    static EntryView of(LedgerEntry entry) {
        return new EntryView(entry.seq(), entry.at().toString(), entry.kind(), EntryWords.of(entry), entry.line());
    }

    /** The time as the screen shows it, and as a search takes it. */
    public String time() {
        return SECONDS.format(Instant.parse(at));
    }
}
