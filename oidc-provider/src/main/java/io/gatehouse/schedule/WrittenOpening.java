package io.gatehouse.schedule;

import org.jspecify.annotations.Nullable;

/**
 * An opening as it is written: in the configuration, on screens, in JSON and in stores. Local times as ISO 8601 has them, the
 * zone by its name.
 */
public record WrittenOpening(
        String zone, String lobby, String doors, @Nullable String close, String atClose, @Nullable String draw) {

    public static WrittenOpening of(ScheduledOpening opening) {
        return new WrittenOpening(
                opening.zone().getId(),
                opening.lobby().toString(),
                opening.doors().toString(),
                opening.close().map(Object::toString).orElse(null),
                opening.atClose().word(),
                opening.draw().orElse(null));
    }

    /** What was kept; {@link IllegalArgumentException} says what was expected. */
    public ScheduledOpening read() {
        return ScheduledOpening.read(zone, lobby, doors, close, atClose, draw);
    }

    /** In a line, as it is typed. */
    public String line() {
        var line = String.join(" ", zone, lobby, doors, close == null ? "-" : close, atClose);
        return draw == null ? line : line + " " + draw;
    }
}
