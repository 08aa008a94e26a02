package io.gatehouse.forecast;

import io.gatehouse.forecast.Forecast.By;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.room.Room;
import java.time.Instant;

/**
 * One look at the line of a room: a minute of its history, or the present.
 *
 * @param opening which run of the room
 * @param end the last position given out, of all lanes together
 * @param gone how many have been called or passed over, of all lanes together
 * @param isStanding whether visitors wait
 * @param by what the wait depended on
 * @param set turns a minute that the settings allow; 0 without a rate
 * @param acts stands for what operators have set: another one after each act that changes the speed
 */
public record LineReading(
        Instant at, long opening, long end, long gone, boolean isStanding, By by, double set, String acts) {

    public LineReading {
        if (end < 0 || gone < 0 || !(set >= 0)) {
            throw new IllegalArgumentException(
                    "end, gone and set must be 0 or more, were " + end + ", " + gone + " and " + set);
        }
    }

    /** The reading of a row of the room's history, as the room stood at this moment. */
    public static LineReading of(Room room, HistoryRow row, Instant at) {
        var pace = row.pace();
        var set = pace.rate() == null ? 0 : pace.rate();
        var ceiling = room.ceiling().map(rate -> rate.perMinute()).orElse(set);
        // The last of several lanes may not be the last who is called: they are promised nothing.
        var end = room.lanes().declared().isEmpty()
                ? row.soFar().issued()
                : row.soFar().called();
        return new LineReading(
                at,
                row.opening(),
                Math.max(end, row.soFar().called()),
                row.soFar().called(),
                row.now().waiting() > 0,
                By.of(row.held(), room.capacityOnlyHolds()),
                set == 0 ? ceiling : Math.min(set, ceiling),
                pace.toString());
    }

    /** How many turns it takes until the last in line is called. */
    long turns() {
        return Math.max(0, end - gone);
    }

    /** Whether the line stands still because an operator, or the schedule, holds it. */
    boolean isHeld() {
        return by == By.HELD;
    }
}
