package io.gatehouse.panel.calendar;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.panel.answer.Moments.Moment;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The dates of all rooms' schedules, in the order in which their doors open: what is to come, what is
 * under way, and what has closed within the last week. Those of one room never overlap: no schedule holds
 * such ones.
 *
 * @param openings the dates, by the name that the API gives them
 * @param unknown rooms whose schedule cannot be read now, because their store is away or their line is
 *     damaged
 */
record CalendarView(List<DateView> openings, List<Unknown> unknown) {

    /** The time for which dates stay that are over. */
    private static final Duration HISTORY = Duration.ofDays(7);

    /**
     * The state of a date by its times, and by its draw once the doors are due, apart from the rest of
     * the room.
     */
    enum When {
        COMING("To come"),
        LOBBY("Lobby open"),
        OPEN("Doors open"),
        /**
         * The doors' time has come, and an operator has to enter the draw's public value before visitors are
         * called.
         */
        NEEDS_VALUE("Needs the public value"),
        OVER("Over");

        private final String says;

        When(String says) {
            this.says = says;
        }

        private static When of(ScheduledDate date, boolean lacksValue, Instant now) {
            if (!date.closesAt().isAfter(now)) {
                return OVER;
            }
            if (!date.doorsAt().isAfter(now)) {
                return lacksValue ? NEEDS_VALUE : OPEN;
            }
            return date.lobbyAt().isAfter(now) ? COMING : LOBBY;
        }
    }

    /** A room whose schedule cannot be read now. */
    record Unknown(String room, String title) {}

    /**
     * One date of a room, its times as they are written in the room's settings.
     *
     * @param mode the room's; a date is held while that is {@link Mode#SCHEDULED}
     * @param doorsAt the same moment as {@code doors} in {@code zone}
     * @param draw where the public value comes from; absent without a draw
     * @param note why it is not held, or no visitor is called in it; absent if there is no reason
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record DateView(
            String room,
            String title,
            String mode,
            Instant doorsAt,
            String zone,
            String lobby,
            String doors,
            @Nullable String close,
            String atClose,
            @Nullable String draw,
            When when,
            @Nullable String note) {

        private static DateView of(
                Room room, RoomSettings settings, ScheduledDate date, boolean lacksValue, Instant now) {
            var when = When.of(date, lacksValue, now);
            return new DateView(
                    room.id().value(),
                    room.title(),
                    settings.mode().word(),
                    date.doorsAt(),
                    date.zone().getId(),
                    date.lobby().toString(),
                    date.doors().toString(),
                    date.close().map(Object::toString).orElse(null),
                    date.atClose().word(),
                    date.draw().orElse(null),
                    when,
                    when == When.OVER ? null : note(room, settings));
        }

        private static @Nullable String note(Room room, RoomSettings settings) {
            if (room.isRetired()) {
                return "Not held: the room is retired.";
            }
            if (settings.mode() == Mode.CLOSED) {
                return "Not held, but told to visitors, while the room's mode is closed.";
            }
            if (settings.mode() != Mode.SCHEDULED) {
                return "Not held while the room's mode is " + settings.mode().word() + ".";
            }
            return settings.isPaused() ? "The room is paused: nobody is called until it is resumed." : null;
        }

        LocalDate day() {
            return LocalDateTime.parse(doors).toLocalDate();
        }

        /** Whether an operator has to tell the public value of its draw. */
        public boolean needsValue() {
            return when == When.NEEDS_VALUE;
        }

        /** Its state in words. */
        public String says() {
            return when.says;
        }

        /** One of its times as it is read below its day. */
        public Moment shown(String local) {
            return Moments.below(LocalDateTime.parse(doors), LocalDateTime.parse(local), ZoneId.of(zone));
        }
    }

    /** The dates whose doors open on one day, each by its own zone. */
    record Day(LocalDate date, List<DateView> dates) {

        private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu", Locale.ENGLISH);

        public String name() {
            return date.format(NAME);
        }
    }

    /** The calendar of these rooms; throws {@link StoreUnavailableException} when the store of none can be asked. */
    static CalendarView of(Collection<WaitingRoom> rooms, Instant now) {
        var dates = new ArrayList<DateView>();
        var unknown = new ArrayList<Unknown>();
        var away = 0;
        for (var room : rooms) {
            var configuration = room.configuration();
            try {
                dates.addAll(dates(configuration, room.snapshot(), now));
            } catch (DamagedLineException lost) {
                unknown.add(new Unknown(room.id().value(), configuration.title()));
            } catch (StoreUnavailableException refused) {
                unknown.add(new Unknown(room.id().value(), configuration.title()));
                away++;
                if (away == rooms.size()) {
                    throw refused;
                }
            }
        }
        dates.sort(Comparator.comparing(DateView::doorsAt));
        return new CalendarView(List.copyOf(dates), List.copyOf(unknown));
    }

    private static List<DateView> dates(Room room, RoomSnapshot seen, Instant now) {
        var settings = room.chosen(seen);
        var lacksValue = room.withoutValue(seen, now).isPresent();
        return settings.schedule().dates().stream()
                .filter(date -> date.closesAt().isAfter(now.minus(HISTORY)))
                .map(date -> DateView.of(room, settings, date, lacksValue, now))
                .toList();
    }

    /** The dates that are over, or those that are not, day by day. */
    public List<Day> days(boolean over) {
        var byDay = openings.stream()
                .filter(date -> (date.when == When.OVER) == over)
                .collect(groupingBy(DateView::day, TreeMap::new, toList()));
        return byDay.entrySet().stream()
                .map(day -> new Day(day.getKey(), day.getValue()))
                .toList();
    }
}
