package io.gatehouse.panel.answer;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Writes moments for screens: in one zone, which is named beside each, and without seconds. */
public final class Moments {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final DateTimeFormatter DATE_AND_TIME =
            DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH);

    /**
     * A moment as a screen writes it.
     *
     * @param datetime the same for machines, with the zone's offset: {@code panel.js} compares that with the
     *     reader's
     */
    public record Moment(String datetime, String text, String zone) {}

    /** One that belongs to no zone. */
    public Moment utc(Object instant) {
        return of(instant, "UTC");
    }

    /** One of an opening, in the zone that its dates are announced in. */
    public Moment of(Object instant, String zone) {
        var moment = Instant.parse(instant.toString()).atZone(ZoneId.of(zone));
        return written(moment, DATE_AND_TIME);
    }

    /** A local time of a zone as it is read below a date: with its own date only where that is another one. */
    public static Moment below(LocalDateTime heading, LocalDateTime local, ZoneId zone) {
        var isSameDay = local.toLocalDate().equals(heading.toLocalDate());
        return written(local.atZone(zone), isSameDay ? TIME : DATE_AND_TIME);
    }

    /**
     * A time that was asked for: as programs write it, or as browsers do, who know no zone. It is in UTC.
     *
     * @param name of the field
     */
    public static Instant read(String name, String text) {
        return read(name, text, UTC);
    }

    /** A time in a zone; one that ends in Z is in UTC. In an hour that comes twice, the first one is meant. */
    public static Instant read(String name, String text, ZoneId zone) {
        try {
            return text.endsWith("Z") ? Instant.parse(text) : at(name, LocalDateTime.parse(text), zone);
        } catch (DateTimeParseException none) {
            throw RefusedException.invalid(
                    name + " must be a time in " + zone + " like 2026-11-27T10:00"
                            + (zone.equals(UTC) ? " or " : ", or in UTC like ") + "2026-11-27T10:00:00Z",
                    "\"" + text + "\"");
        }
    }

    private static Instant at(String name, LocalDateTime local, ZoneId zone) {
        if (zone.getRules().getValidOffsets(local).isEmpty()) {
            throw RefusedException.invalid(
                    name + " must exist; clocks of " + zone + " are put forward then", local.toString());
        }
        return local.atZone(zone).toInstant();
    }

    /** One within a sentence: {@code 27 Nov 2026, 10:00 Europe/Berlin}. */
    public static String words(Instant moment, ZoneId zone) {
        var written = written(moment.atZone(zone), DATE_AND_TIME);
        return written.text() + " " + written.zone();
    }

    /** A moment as {@link #read(String, String, ZoneId)} reads it. */
    public static String typed(Instant moment, ZoneId zone) {
        var local = moment.atZone(zone).toLocalDateTime();
        return local.atZone(zone).toInstant().equals(moment) ? local.toString() : moment.toString();
    }

    private static Moment written(ZonedDateTime moment, DateTimeFormatter format) {
        return new Moment(
                moment.toOffsetDateTime().toString(),
                moment.format(format),
                moment.getZone().getId());
    }
}
