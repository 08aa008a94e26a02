package io.gatehouse.panel.find;

import io.gatehouse.ledger.LedgerVerifier.Traced;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The story of a visitor whom only the ledger knows, in sentences. */
final class PastWords {

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern(
                    "d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private PastWords() {}

    static String time(Instant moment) {
        return SECONDS.format(moment);
    }

    static String number(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
    }

    static String of(long opening, Traced traced) {
        return "Number " + number(traced.number()) + " of opening " + opening + " " + fate(traced);
    }

    /** The record tells how far a lane was called, and of no single visitor in it. */
    static String ofLane(long opening, String lane, long number, Instant called) {
        return "The call came to number " + number(number) + " of lane " + lane + " in opening " + opening + " at "
                + time(called) + ". The record does not say whether the visitor was in line then.";
    }

    private static String fate(Traced traced) {
        var end = traced.ended().map(PastWords::end);
        if (traced.isCalled()) {
            return "was called at " + traced.at().map(PastWords::time).orElse("a moment that is not known")
                    + ". The record does not name a visitor's later steps.";
        }
        if (traced.at().isPresent()) {
            return "was not called. At " + time(traced.at().get())
                    + ", when its turn came, it was not in line any more: " + end.orElse("the record does not say why")
                    + ".";
        }
        return end.map(why -> "was not called: " + why + ".")
                .orElse("was not called: the call did not come to this number.");
    }

    private static String end(String stage) {
        return switch (stage) {
            case "LEFT" -> "the visitor had left the line";
            case "EXPIRED" -> "no page had looked for the place for long, or the line had been closed";
            default -> "the place had ended";
        };
    }
}
