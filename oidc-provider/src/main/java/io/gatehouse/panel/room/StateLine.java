package io.gatehouse.panel.room;

import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.stock.Stock;
import java.util.Locale;

/** The line of a room's state behind its word, without the dates: how many wait, and what holds them. */
final class StateLine {

    private StateLine() {}

    static String of(RoomState.Is is, RoomSettings settings, RoomSnapshot seen, RoomState.Held held) {
        var waiting = waiting(seen);
        return switch (is) {
            case RETIRED -> "No places are given. " + waiting;
            case NEEDS_VALUE -> "Waits for you: tell the public value. " + waiting;
            case NEEDS_KEY -> "Waits for you: the draw was announced under another master key. " + waiting;
            case PAUSED -> "No visitor is called. " + waiting;
            case DRAWING -> "The entrants are being counted. " + waiting;
            case SCHEDULED -> "";
            case CLOSED -> "No places are given.";
            case CLOSING -> "No more places are given. " + waiting;
            case HELD -> "Everyone is held. " + waiting;
            case SOLD_OUT -> "The stock of " + stock(settings) + " is consumed. " + waiting;
            case LOBBY -> number(seen.callable()) + " here.";
            case TAKEN -> "All that is left of the stock is in use, and may come back. " + waiting;
            case PASS_THROUGH -> "No visitor has to wait.";
            case BY_HAND -> byHand(seen);
            case OPEN -> open(seen, held);
        };
    }

    private static String byHand(RoomSnapshot seen) {
        if (seen.letIn() > 0) {
            return number(seen.letIn()) + " more may come in. " + waiting(seen);
        }
        return seen.callable() == 0 ? "The line is empty." : number(seen.callable()) + " wait until you let them in.";
    }

    private static String open(RoomSnapshot seen, RoomState.Held held) {
        var limit =
                switch (held.limit()) {
                    case KNOWN -> "";
                    case BLIND ->
                        " A signal is missing: the room does not know how the sites are, and does not raise its limit.";
                    case UNKNOWN ->
                        " The limit is not known yet: this node has still to read it from the store. No visitor is"
                                + " called by itself before.";
                };
        var holds =
                switch (held.why()) {
                    case RATE -> "The rate holds the line. ";
                    case CAPACITY -> "The capacity holds the line. ";
                    case TUNED ->
                        held.limit() == RoomState.Limit.UNKNOWN
                                ? ""
                                : "The limit that the room has found holds the line. ";
                    case STOCK -> "The stock holds the line. ";
                    default -> "";
                };
        return (seen.callable() == 0 ? "" : holds) + waiting(seen) + limit;
    }

    private static String waiting(RoomSnapshot seen) {
        var people = seen.callable();
        return people == 0 ? "The line is empty." : number(people) + (people == 1 ? " waits." : " wait.");
    }

    private static String stock(RoomSettings settings) {
        return number(settings.stock().map(Stock::most).orElse(0L));
    }

    private static String number(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
    }
}
