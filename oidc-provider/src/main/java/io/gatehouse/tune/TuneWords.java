package io.gatehouse.tune;

import io.gatehouse.inlet.TunedLimit.Steers;
import java.util.Locale;

/** The words in which operators read a move of a limit. */
final class TuneWords {

    private static final double MINUTE = 60;
    private static final double FEW = 10;

    private TuneWords() {}

    /** {@code p95 2.1 s over 1.5 s: 1,600 to 1,240 inside}. */
    static String of(Tuned before, Tuned after) {
        var from = number(after.steers(), before.told());
        var to = number(after.steers(), after.limit());
        var isFirst = after.kind().equals(Tuned.START) || before.steers() != after.steers();
        var isSame = isFirst || from.equals(to);
        return after.cause() + ": " + (isSame ? to : from + " to " + to) + unit(after.steers());
    }

    static String limit(Steers steers, double limit) {
        return number(steers, limit) + unit(steers);
    }

    static String number(Steers steers, double limit) {
        if (steers == Steers.CAPACITY) {
            return String.format(Locale.ENGLISH, "%,d", (long) limit);
        }
        var perMinute = limit * MINUTE;
        return String.format(Locale.ENGLISH, perMinute < FEW ? "%,.1f" : "%,.0f", perMinute);
    }

    private static String unit(Steers steers) {
        return steers == Steers.CAPACITY ? " inside" : " a minute";
    }
}
