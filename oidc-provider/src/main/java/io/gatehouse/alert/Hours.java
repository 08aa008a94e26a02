package io.gatehouse.alert;

import io.gatehouse.setting.InvalidSettingException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Hours that come again each day, or on some days of the week. Where the end is not after the beginning they
 * go on into the next day; equal ones are the whole day.
 *
 * @param days those on which they begin
 */
record Hours(Set<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) {

    private static final List<String> WORDS = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

    /** Reads {@code 22:00-07:00} of some days, such as {@code mon-fri} or {@code sat,sun}, in this zone. */
    static Hours of(String property, List<String> days, String hours, String zone) {
        return new Hours(
                days(property + ".days", days),
                time(property, hours, 0),
                time(property, hours, 1),
                zone(property, zone));
    }

    private static LocalTime time(String property, String hours, int which) {
        try {
            var both = hours.strip().split("-", -1);
            if (both.length == 2) {
                return LocalTime.parse(both[which].strip());
            }
        } catch (DateTimeException none) {
            throw unusable(property, hours);
        }
        throw unusable(property, hours);
    }

    private static InvalidSettingException unusable(String property, String hours) {
        return new InvalidSettingException(
                property, "must be two times of day such as 22:00-07:00, was \"" + hours + "\"", "22:00-07:00");
    }

    private static ZoneId zone(String property, String zone) {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException unknown) {
            throw new InvalidSettingException(
                    property + ".zone", "must be the name of a time zone, was \"" + zone + "\"", "Europe/Berlin");
        }
    }

    private static Set<DayOfWeek> days(String property, List<String> given) {
        var days = EnumSet.noneOf(DayOfWeek.class);
        for (var span : given) {
            var both = span.strip().toLowerCase(Locale.ROOT).split("-", -1);
            var first = WORDS.indexOf(both[0]);
            var last = WORDS.indexOf(both[both.length - 1]);
            if (first < 0 || last < 0 || both.length > 2) {
                throw new InvalidSettingException(
                        property,
                        "must be of " + WORDS + ", or spans such as mon-fri, was \"" + span + "\"",
                        "mon-fri");
            }
            for (var day = first; day != last; day = (day + 1) % WORDS.size()) {
                days.add(DayOfWeek.of(day + 1));
            }
            days.add(DayOfWeek.of(last + 1));
        }
        return days.isEmpty() ? EnumSet.allOf(DayOfWeek.class) : days;
    }

    boolean include(Instant moment) {
        var local = moment.atZone(zone);
        var time = local.toLocalTime();
        var day = local.getDayOfWeek();
        var isWithinDay = from.isBefore(to);
        var hasBegun = !time.isBefore(from) && days.contains(day);
        var isOver = !time.isBefore(to);
        return isWithinDay ? hasBegun && !isOver : hasBegun || !isOver && days.contains(day.minus(1));
    }

    /** When hours that include this moment end. */
    Instant endAfter(Instant moment) {
        var local = moment.atZone(zone);
        var today = ZonedDateTime.of(local.toLocalDate(), to, zone);
        return (today.isAfter(local)
                        ? today
                        : ZonedDateTime.of(local.toLocalDate().plusDays(1), to, zone))
                .toInstant();
    }
}
