package io.gatehouse.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A date as it is written: in the configuration, on screens, in JSON and in stores. Local times as ISO
 * 8601 has them, the zone by its name.
 */
public record WrittenDate(
        String zone, String lobby, String doors, @Nullable String close, String atClose, @Nullable String draw) {

    public static WrittenDate of(ScheduledDate date) {
        return new WrittenDate(
                date.zone().getId(),
                date.lobby().toString(),
                date.doors().toString(),
                date.close().map(Object::toString).orElse(null),
                date.atClose().word(),
                date.draw().orElse(null));
    }

    /** What was kept; {@link IllegalArgumentException} says what was expected. */
    public ScheduledDate read() {
        return ScheduledDate.read(zone, lobby, doors, close, atClose, draw);
    }

    /**
     * What was typed in a line: the draw's source may be more than one word; {@link IllegalArgumentException}
     * as above.
     */
    public static WrittenDate typed(String line) {
        var words = List.of(line.strip().split("\\s+", 6));
        if (words.size() < 5) {
            throw new IllegalArgumentException(
                    "a date is a line like Europe/Berlin 2026-11-27T09:00 2026-11-27T10:00 2026-11-27T18:00 end,"
                            + " with - for no close, and the draw's source behind it where there is one, was \"" + line
                            + "\"");
        }
        return of(ScheduledDate.parse(
                words.get(0),
                words.get(1),
                words.get(2),
                words.get(3).equals("-") ? "" : words.get(3),
                words.get(4),
                words.size() == 5 ? "" : words.get(5)));
    }

    /** In a line, as it is typed. */
    public String line() {
        var line = String.join(" ", zone, lobby, doors, close == null ? "-" : close, atClose);
        return draw == null ? line : line + " " + draw;
    }
}
