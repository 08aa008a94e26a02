package io.gatehouse.alert;

import io.gatehouse.setting.InvalidSettingException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Hours that come again each day, or on some days of the week. Where the end is not after the beginning they
 * go on into the next day; equal ones are the whole day.
 *
 * @param days those on which they begin
 */
record Hours(Set<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) {

    private static final List<String> WORDS = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

    /**
     * Reads {@code 22:00-07:00} of some days, such as {@code mon-fri} or {@code sat,sun}, in this zone.
     *
     * @param setting that has the days, the zone, and the hours by this name
     */
    static Hours of(String setting, String name, List<String> days, String hours, String zone) {
        var property = setting + "." + name;
        return new Hours(
                days(setting + ".days", days),
                time(property, hours, 0),
                time(property, hours, 1),
                zone(setting + ".zone", zone));
    }

    private static LocalTime time(String property, String hours, int which) {
        try {
            var both = hours.strip().split("-", -1);
            if (both.length == 2) {
                return LocalTime.parse(both[which].strip());
            }
        } catch (DateTimeException none) {
            // Refused like hours without an end.
        }
        throw new InvalidSettingException(
                property, "must be two times of day such as 22:00-07:00, was \"" + hours + "\"", "22:00-07:00");
    }

    static ZoneId zone(String property, String zone) {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException unknown) {
            throw new InvalidSettingException(
                    property, "must be the name of a time zone, was \"" + zone + "\"", "Europe/Berlin");
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
        return endAfter(moment).isPresent();
    }

    /** When the hours that include this moment end; empty where none do. */
    Optional<Instant> endAfter(Instant moment) {
        var today = moment.atZone(zone).toLocalDate();
        return Stream.of(today, today.minusDays(1))
                .filter(day -> days.contains(day.getDayOfWeek()))
                .filter(day -> !moment.isBefore(at(day.atTime(from), false)))
                .map(day -> at((from.isBefore(to) ? day : day.plusDays(1)).atTime(to), true))
                .filter(moment::isBefore)
                .max(Comparator.naturalOrder());
    }

    /** A time that the clocks leave out is when they change; of one that comes twice it is the first or the last. */
    private Instant at(LocalDateTime local, boolean isLast) {
        var change = zone.getRules().getTransition(local);
        if (change != null && change.isGap()) {
            return change.getInstant();
        }
        var first = local.atZone(zone);
        return (isLast ? first.withLaterOffsetAtOverlap() : first).toInstant();
    }
}
