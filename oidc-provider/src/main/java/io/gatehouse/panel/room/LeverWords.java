package io.gatehouse.panel.room;

import io.gatehouse.room.Rate;
import java.util.Locale;

/**
 * What each control of the night would do at this moment, said before it is used.
 *
 * @param pause what the button does, be it to pause or to resume
 * @param letIn what letting in by hand does
 */
record LeverWords(String pause, String rate, String capacity, String stock, String letIn) {

    static LeverWords of(RoomView room) {
        return new LeverWords(
                room.isPaused() ? resume(room) : pause(room), rate(room), capacity(room), stock(room), letIn(room));
    }

    /** Of a setting by its name. */
    public String says(String setting) {
        return switch (setting) {
            case "rate" -> rate;
            case "capacity" -> capacity;
            default -> stock;
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
                ? number(room.inLine()) + " in line are called again, as fast as the settings allow."
                : "No visitor is called before the doors open, resumed or not.";
    }

    private static String rate(RoomView room) {
        var said = room.settings().get("rate");
        var most = room.ceiling() == null ? "" : " The sites take " + room.ceiling() + " at most.";
        if (said == null) {
            return "Like 200/1m or 25/s. Empty: as many as the capacity holds; by your hand without one." + most;
        }
        var minutes = Math.ceil(room.inLine() / Rate.parse(said.toString()).perMinute());
        return "At " + said + " the last of " + number(room.inLine()) + " in line is called within "
                + (minutes <= 1 ? "a minute" : number((long) minutes) + " minutes") + ". Empty: no limit by time."
                + most;
    }

    private static String capacity(RoomView room) {
        return number(room.slots()) + " slots are in use. Below that, no visitor is sent away, and none is called until"
                + " enough have left. Empty: any number.";
    }

    private static String stock(RoomView room) {
        if (room.settings().get("stock") == null) {
            return "How many are admitted in all, in one opening of the line. Empty: any number.";
        }
        return number(room.consumed()) + " consumed. At that or below, the room is sold out and "
                + number(room.inLine()) + " in line are told so; above it, they are called.";
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
