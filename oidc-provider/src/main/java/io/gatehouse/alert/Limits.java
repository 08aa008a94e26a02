package io.gatehouse.alert;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.setting.InvalidSettingException;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * The limits beyond which something is a trouble.
 *
 * @param properties the settings, of which the other two are a part
 * @param share how many of a hundred of the stock are left; 0 where the number counts
 * @param number how many of the stock are left; 0 where the share counts
 */
record Limits(AlertProperties properties, long share, long number) {

    /** A slow line is looked at for so long. */
    static final Duration LONGEST = Duration.ofHours(6);

    private static final Pattern LEFT = Pattern.compile("(\\d{1,9})(%?)");
    private static final long WHOLE = 100;

    static Limits of(AlertProperties properties) {
        var left = LEFT.matcher(properties.stockLeft());
        var value = left.matches() ? Long.parseLong(left.group(1)) : -1;
        var isShare = left.matches() && !left.group(2).isEmpty();
        if (value < 0 || isShare && value > WHOLE) {
            throw new InvalidSettingException(
                    "gatehouse.alerts.stock-left",
                    "must be a whole number, or a share of the stock from 0% to 100%, was \"" + properties.stockLeft()
                            + "\"",
                    "10%");
        }
        return new Limits(properties, isShare ? value : 0, isShare ? 0 : value);
    }

    /** Whether little is left of so many. */
    boolean isNearlyGone(long most, long left) {
        return left < most && left <= Math.max(number, most * share / WHOLE);
    }

    /** How long the line of a room may stand: at least twice the time between two turns of its rate. */
    Duration stillness(RoomSettings settings) {
        var pause = settings.rate()
                .map(Rate::perMinute)
                .map(turns -> turns > 0
                        ? Duration.ofSeconds((long) Math.min(120 / turns, (double) LONGEST.toSeconds()))
                        : LONGEST)
                .orElse(Duration.ZERO);
        return pause.compareTo(properties.standsStill()) > 0 ? pause : properties.standsStill();
    }
}
