package io.gatehouse.tune;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * One value of a signal, with its limit.
 *
 * @param name the signal, in words
 * @param value what was measured, 0 or more
 * @param limit the most that it may be, more than 0
 * @param unit what both are
 */
record Reading(String name, double value, double limit, Unit unit) {

    /** The unit of a value. */
    enum Unit {
        SECONDS,
        /** A share of failures: above its limit the site fails, and how far below says nothing. */
        PERCENT,
        NUMBER,
        /** An overload that is proven without a measure; the name says what proves it. */
        PROOF
    }

    static final double MOST_UP = 0.4;
    private static final double MOST_DOWN = -1;
    private static final double MOST_LOAD = 1e12;

    /** The value of an overload without a measure: as much as failures of all requests. */
    private static final double PROVEN = 100;

    Reading {
        if (!Double.isFinite(value) || value < 0) {
            throw new IllegalArgumentException(name + " must be a number of 0 or more, was " + value);
        }
        value = Math.min(value, limit * MOST_LOAD); // so that a mean of several stays finite
    }

    static Reading ofTime(String name, double seconds, Duration limit) {
        return new Reading(name, seconds, limit.toNanos() / 1e9, Unit.SECONDS);
    }

    /** A number of the operator's own choice. An infinite one is beyond each limit. */
    static Reading ofNumber(String name, double value, double limit) {
        return value == Double.POSITIVE_INFINITY
                ? overload(name + " is infinite")
                : new Reading(name, value, limit, Unit.NUMBER);
    }

    /** @param says what proves it: {@code health answers later than 10 s} */
    static Reading overload(String says) {
        return new Reading(says, PROVEN, 1, Unit.PROOF);
    }

    static Reading mean(List<Reading> all) {
        var one = all.get(0);
        return new Reading(
                one.name, all.stream().mapToDouble(Reading::value).average().orElse(one.value), one.limit, one.unit);
    }

    /** How far the sites are below their limit, as the law takes it: above 0 there is room for more. */
    double x() {
        if (unit == Unit.PERCENT || unit == Unit.PROOF) {
            return isOver() ? MOST_DOWN : MOST_UP;
        }
        return value == 0 ? MOST_UP : Math.max(MOST_DOWN, Math.min(MOST_UP, Math.log(limit / value)));
    }

    boolean isOver() {
        return value > limit;
    }

    double load() {
        return value / limit;
    }

    /** {@code health 2.1 s over 1.5 s}. */
    String says() {
        return unit == Unit.PROOF ? name : name + " " + said(value) + (isOver() ? " over " : " within ") + said(limit);
    }

    private String said(double number) {
        return switch (unit) {
            case SECONDS -> number < 1 ? Math.round(number * 1_000) + " ms" : brief(number) + " s";
            case PERCENT -> brief(number) + " %";
            case NUMBER, PROOF -> brief(number);
        };
    }

    private static String brief(double number) {
        var digits = number >= 100 ? 0 : number >= 1 ? 1 : 3;
        var text = String.format(Locale.ENGLISH, "%,." + digits + "f", number);
        return digits == 0 ? text : text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
