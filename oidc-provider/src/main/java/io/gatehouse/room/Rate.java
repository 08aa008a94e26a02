package io.gatehouse.room;

import io.gatehouse.setting.Spans;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A number of turns in a time, handed out evenly: {@code 200/1m} is one turn every 300 ms.
 *
 * @param turns 1 to 10,000,000
 * @param per one millisecond to one day
 */
public record Rate(long turns, Duration per) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,8})/(\\d{1,5})?(ms|s|m|h|d)");

    public Rate {
        if (turns < 1 || turns > 10_000_000) {
            throw new IllegalArgumentException("turns of a rate must be 1 to 10000000, was " + turns);
        }
        if (per.compareTo(Duration.ofMillis(1)) < 0 || per.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("time of a rate must be 1ms to 1d, was " + per);
        }
    }

    /** Reads {@code 200/1m}, {@code 25/s}, {@code 1000/1h}. */
    public static Rate parse(String text) {
        var parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "a rate looks like 200/1m, 1 to 10000000 turns in 1ms to 1d, was \"" + text + "\"");
        }
        var count = parts.group(2) == null ? "1" : parts.group(2);
        return new Rate(Long.parseLong(parts.group(1)), Spans.parse(count + parts.group(3), ""));
    }

    /** The time between two turns, in nanoseconds; at least one. */
    public long nanosPerTurn() {
        return Math.max(1, per.toNanos() / turns);
    }

    /** Turns a minute. */
    public double perMinute() {
        return turns * 60_000_000_000d / per.toNanos();
    }

    @Override
    public String toString() {
        var millis = per.toMillis();
        if (millis % 3_600_000 == 0) {
            return turns + "/" + millis / 3_600_000 + "h";
        }
        if (millis % 60_000 == 0) {
            return turns + "/" + millis / 60_000 + "m";
        }
        return turns + "/" + (millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms");
    }
}
