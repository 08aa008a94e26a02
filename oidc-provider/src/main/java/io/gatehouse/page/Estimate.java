package io.gatehouse.page;

import io.gatehouse.forecast.Forecast;
import io.gatehouse.words.Texts;
import java.util.Map;

/**
 * The rest of a visitor's wait, in whole minutes from {@code low} to {@code high}: rounded outwards and never
 * a single figure, because it is an estimate. The page's script does the same ({@code estimateOf}, {@code
 * estimate}).
 */
record Estimate(double low, double high) {

    static Estimate of(Forecast.Range wait) {
        double low = roundDown(wait.from() / 60);
        double high = roundUp(wait.to() / 60);
        return new Estimate(low, high > low ? high : low + step(low));
    }

    private static double roundDown(double minutes) {
        return Math.floor(minutes / step(minutes)) * step(minutes);
    }

    private static double roundUp(double minutes) {
        return Math.ceil(minutes / step(minutes)) * step(minutes);
    }

    private static int step(double minutes) {
        return minutes < 10 ? 1 : minutes < 60 ? 5 : minutes < 180 ? 15 : minutes < 2880 ? 60 : 1440;
    }

    String in(Texts.Language language) {
        if (low == 0) {
            return language.text("at-most", Map.of("high", duration(language, (long) high)));
        }
        if (high < 60) {
            return language.text(
                    "minutes-between",
                    Map.of("low", language.number((long) low), "high", language.number((long) high)));
        }
        return language.text(
                "between", Map.of("low", duration(language, (long) low), "high", duration(language, (long) high)));
    }

    /** Minutes in words. */
    static String duration(Texts.Language language, long minutes) {
        if (minutes < 60) {
            return language.count("minutes", minutes, Map.of());
        }
        if (minutes >= 2880) {
            return language.count("days", minutes / 1440, Map.of());
        }
        return minutes % 60 == 0 ? language.count("hours", minutes / 60, Map.of()) : brief(language, minutes * 60);
    }

    /** Seconds in few letters, rounded down: what is left is never said to be more than it is. */
    static String brief(Texts.Language language, long seconds) {
        if (seconds < 60) {
            return language.text("under-a-minute");
        }
        long hours = seconds / 3600;
        long minutes = seconds / 60 % 60;
        String inHours = hours == 0 ? "" : language.text("hours-short", Map.of("n", language.number(hours)));
        String inMinutes = minutes == 0 ? "" : language.text("minutes-short", Map.of("n", language.number(minutes)));
        return (inHours + " " + inMinutes).strip();
    }

    /** A time that may be days away, rounded down. */
    static String untilThen(Texts.Language language, long seconds) {
        return seconds < 2 * 86_400 ? brief(language, seconds) : duration(language, seconds / 60);
    }
}
