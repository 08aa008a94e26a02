package io.gatehouse.schedule;

import org.jspecify.annotations.Nullable;

/**
 * A date as it is written: in the configuration, on screens, in JSON and in stores. Local times have the
 * format of ISO 8601; the zone has its name.
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

    /** The date that was kept; {@link IllegalArgumentException} says what was expected. */
    public ScheduledDate read() {
        return ScheduledDate.read(zone, lobby, doors, close, atClose, draw);
    }

    /** The date in a line. */
    public String line() {
        var line = String.join(" ", zone, lobby, doors, close == null ? "-" : close, atClose);
        return draw == null ? line : line + " " + draw;
    }
}
