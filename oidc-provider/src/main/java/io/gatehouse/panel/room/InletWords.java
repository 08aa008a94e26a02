package io.gatehouse.panel.room;

import io.gatehouse.inlet.Allowance;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import io.gatehouse.stock.Stock;
import io.gatehouse.waitingroom.KeptSlots;
import java.util.Locale;

/** Why the line moves or stands, in a sentence for people. */
final class InletWords {

    private InletWords() {}

    static String of(Allowance allowance, RoomSnapshot seen, RoomSettings settings, Phase phase) {
        return switch (allowance.why()) {
            case PAUSED -> "Paused: nobody is called, all places are kept.";
            case NOT_OPEN -> shut(phase) + ": nobody is called, not by hand either.";
            case DRAW -> "The doors' time has come, and the draw is not done: nobody is called, not by hand either.";
            case HELD -> "Everyone is held: nobody is called, not by hand either.";
            case PASS_THROUGH -> "Everybody passes through: neither rate nor capacity holds anybody.";
            case BY_HAND -> byHand(seen.letIn());
            case RATE ->
                "The rate sets the pace: "
                        + settings.rate().map(Object::toString).orElse("as fast as the sites can take") + ".";
            case CAPACITY -> capacity(seen.slots(), settings);
            case TUNED -> "The limit that the room has found is reached.";
            case STOCK, SOLD_OUT -> stock(seen, settings);
        };
    }

    private static String shut(Phase phase) {
        return switch (phase) {
            case LOBBY -> "The doors are not open yet";
            case ENDED -> "The room has closed, and its line has ended";
            default -> "The room is closed";
        };
    }

    private static String byHand(long granted) {
        return granted == 0
                ? "By hand: nobody is called until someone is let in."
                : "By hand: " + number(granted) + " more may come in.";
    }

    private static String capacity(long slots, RoomSettings settings) {
        var capacity = settings.capacity().orElse(0);
        return slots < capacity
                ? number(capacity - slots) + " of " + number(capacity) + " slots are free."
                : "Full: all " + number(capacity) + " slots are taken.";
    }

    private static String stock(RoomSnapshot seen, RoomSettings settings) {
        var all = number(settings.stock().map(Stock::most).orElse(0L));
        return switch (settings.left(seen)) {
            case SOME -> "The stock of " + all + " sets how many may still come in.";
            case TAKEN -> "Taken: all that is left of the stock of " + all + " is in use, and may come back.";
            case SOLD_OUT -> "Sold out: the stock of " + all + " is consumed, and nobody is called.";
        };
    }

    private static String number(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
    }

    /** A sentence behind the one that says that the room is full; empty where no slot is kept. */
    static String of(KeptSlots kept) {
        var from = new Moments().utc(kept.next());
        return kept.slots() == 0
                ? ""
                : " %s%,d of the slots %s kept by visits that have logged out; the first comes free at %s %s. The setting slot-after-logout of the site decides."
                        .formatted(
                                kept.isAll() ? "" : "At least ",
                                kept.slots(),
                                kept.slots() == 1 ? "is" : "are",
                                from.text(),
                                from.zone());
    }
}
