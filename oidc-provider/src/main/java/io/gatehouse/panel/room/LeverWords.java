package io.gatehouse.panel.room;

import io.gatehouse.room.Rate;
import java.util.Locale;

/**
 * Tells operators what each control of the night would do at this moment, before they use it.
 *
 * @param pause what the button does, be it to pause or to resume
 * @param letIn what letting in by hand does
 */
record LeverWords(String pause, String rate, String capacity, String stock, String letIn) {

    static LeverWords of(RoomView room) {
        return new LeverWords(
                room.isPaused() ? resume(room) : pause(room), rate(room), capacity(room), stock(room), letIn(room));
    }

    /** The words for a setting by its name. */
    public String says(String setting) {
        return switch (setting) {
            case "rate" -> rate;
            case "capacity" -> capacity;
            case "stock" -> stock;
            default -> "A visit that ends so consumes one of the stock: one or more of completed, abandoned, expired.";
        };
    }

    private static String pause(RoomView room) {
        var calls = room.phase().calls()
                ? "No more visitors are called until you resume. "
                : "No visitor is called, also once the doors are open, until you resume. ";
        return calls + number(room.inLine()) + " in line keep their places, and " + number(room.admitted())
                + " inside stay inside.";
    }

    private static String resume(RoomView room) {
        if (!room.state().needs().isEmpty()) {
            return "No visitor is called before the draw is done, resumed or not.";
        }
        return room.phase().calls()
                ? number(room.inLine()) + " in line are called again, as far as the settings allow."
                : "No visitor is called while the doors are closed, resumed or not.";
    }

    private static String rate(RoomView room) {
        var said = room.settings().get("rate");
        var most = room.ceiling() == null ? "" : " The sites take " + room.ceiling() + " at most.";
        if (said == null) {
            return "Like 200/1m or 25/s. If it is empty, the room calls as many as the capacity holds. Without a"
                    + " capacity only you let visitors in." + most;
        }
        var set = Rate.parse(said.toString()).perMinute();
        var perMinute = room.ceiling() == null
                ? set
                : Math.min(set, Rate.parse(room.ceiling()).perMinute());
        var minutes = Math.ceil(room.inLine() / perMinute);
        return "Once the room calls, this rate alone takes "
                + (minutes <= 1 ? "a minute" : number((long) minutes) + " minutes") + " for the "
                + number(room.inLine())
                + " in line. If it is empty, the capacity alone sets the pace; without one, only you let visitors in."
                + most;
    }

    private static String capacity(RoomView room) {
        return number(room.slots())
                + " slots are in use. With a lower capacity visitors inside stay, and none is called"
                + " until enough have left. If it is empty, it limits no one.";
    }

    private static String stock(RoomView room) {
        if (room.settings().get("stock") == null) {
            return "How many are admitted in all, in one opening of the line. If it is empty, it limits no one.";
        }
        var consumed = number(room.consumed());
        return consumed + (room.consumed() == 1 ? " is" : " are") + " consumed. At " + consumed
                + " or less the room is sold out. Above that, visitors are"
                + " called as far as no open turn or visit holds the rest.";
    }

    private static String letIn(RoomView room) {
        var when = room.isPaused()
                ? "They are called once you resume"
                : room.phase().calls() ? "They are called now" : "They are called once the doors are open";
        var kept = room.letInKept() ? " What is not used is kept." : " What is not used for ten minutes lapses.";
        return when + ", the first of " + number(room.inLine())
                + " in line, on top of the rate and never beyond the capacity." + kept;
    }

    private static String number(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
    }
}
