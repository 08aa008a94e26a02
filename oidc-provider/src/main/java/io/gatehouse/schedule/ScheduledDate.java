package io.gatehouse.schedule;

import io.gatehouse.draw.Draw;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One date of a schedule, in the local time of its zone, to the minute. A local time that occurs twice, when
 * clocks go back, is the earlier one; a local time that does not exist, when clocks go forward, is refused.
 *
 * @param lobby from when on early visitors get a place; not after the doors
 * @param doors from when on they are called
 * @param close from when on no places are given; after the doors, and never if empty
 * @param draw where the public value of the draw comes from that orders the lobby, see {@link Draw#source};
 *     without one the lobby is called in the order of arrival
 */
public record ScheduledDate(
        ZoneId zone,
        LocalDateTime lobby,
        LocalDateTime doors,
        Optional<LocalDateTime> close,
        AtClose atClose,
        Optional<String> draw) {

    public ScheduledDate {
        draw.ifPresent(Draw::requireSource);
        exists("lobby", lobby, zone);
        exists("doors", doors, zone);
        close.ifPresent(end -> exists("close", end, zone));
        if (at(lobby, zone).isAfter(at(doors, zone))) {
            throw new IllegalArgumentException("lobby must not be after doors, was " + lobby + " and " + doors);
        }
        if (close.filter(end -> !at(end, zone).isAfter(at(doors, zone))).isPresent()) {
            throw new IllegalArgumentException("close must be after doors, was " + close.get() + " and " + doors);
        }
    }

    /**
     * Reads what a person has written: local times like {@code 2026-11-27T10:00}, a zone by its name and the
     * treatment of the line at the close. {@link IllegalArgumentException} says what was expected. A close
     * and a draw may be absent, or blank; a draw must be one that can be {@link Draw#requireMeant meant}.
     */
    public static ScheduledDate parse(
            @Nullable String zone,
            @Nullable String lobby,
            @Nullable String doors,
            @Nullable String close,
            @Nullable String atClose,
            @Nullable String draw) {
        var date = read(zone, lobby, doors, close, atClose, draw);
        date.draw().ifPresent(Draw::requireMeant);
        return date;
    }

    /** Reads a stored date: a store that has an unclear source from before is still read. */
    static ScheduledDate read(
            @Nullable String zone,
            @Nullable String lobby,
            @Nullable String doors,
            @Nullable String close,
            @Nullable String atClose,
            @Nullable String draw) {
        return new ScheduledDate(
                zone(zone),
                local("lobby", lobby),
                local("doors", doors),
                Optional.ofNullable(close).filter(text -> !text.isBlank()).map(text -> local("close", text)),
                AtClose.parse(given("at-close", atClose)),
                Optional.ofNullable(draw).map(String::strip).filter(text -> !text.isEmpty()));
    }

    private static ZoneId zone(@Nullable String name) {
        var given = given("zone", name);
        try {
            return ZoneId.of(given);
        } catch (DateTimeException unknown) {
            throw new IllegalArgumentException("zone must be a time zone like Europe/Berlin, was \"" + given + "\"");
        }
    }

    private static LocalDateTime local(String name, @Nullable String text) {
        var given = given(name, text);
        try {
            return LocalDateTime.parse(given);
        } catch (DateTimeParseException unreadable) {
            throw new IllegalArgumentException(
                    name + " must be a local time like 2026-11-27T10:00, was \"" + given + "\"");
        }
    }

    private static String given(String name, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException(name + " is needed");
        }
        return text.strip();
    }

    /** The moment when the lobby opens. */
    public Instant lobbyAt() {
        return at(lobby, zone);
    }

    /** The moment when the doors open. */
    public Instant doorsAt() {
        return at(doors, zone);
    }

    /** The moment when it closes; {@link Instant#MAX} where it does not. */
    public Instant closesAt() {
        return close.map(end -> at(end, zone)).orElse(Instant.MAX);
    }

    private static Instant at(LocalDateTime local, ZoneId zone) {
        return ZonedDateTime.of(local, zone).toInstant();
    }

    private static void exists(String name, LocalDateTime local, ZoneId zone) {
        if (local.getYear() < 1970 || local.getYear() > 9999) {
            throw new IllegalArgumentException(name + " must be in the years 1970 to 9999, was " + local);
        }
        if (!local.equals(local.truncatedTo(ChronoUnit.MINUTES))) {
            throw new IllegalArgumentException(name + " must be a whole minute, was " + local);
        }
        if (zone.getRules().getValidOffsets(local).isEmpty()) {
            throw new IllegalArgumentException(
                    name + " must exist in " + zone + ", was " + local + ": clocks are put forward then");
        }
    }
}
