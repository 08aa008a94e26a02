package io.gatehouse.panel.room;

import io.gatehouse.draw.Seeds;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Phase;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A room's state at a moment, for operators: one word, one line, and the dates that come next. This is the
 * only place that decides it; screens and scripts show it.
 *
 * @param is the state by its name
 * @param word the same on a badge
 * @param tone the colour of the badge, which several words share: open, soon, paused, taken, over or needed
 * @param line the line of state behind the word: how long until the next date, how many wait, what holds them
 * @param says the date that matters next and how long until then; empty where there is none
 * @param dates the dates that come next
 * @param needs what an operator has to do before visitors can be called; empty: nothing
 * @param act the label of the button to it; empty if nothing is needed
 */
record RoomState(
        Is is, String word, String tone, String line, String says, List<Next> dates, String needs, String act) {

    /**
     * A date that comes next, as a screen writes it.
     *
     * @param what Lobby, Doors or Close
     */
    record Next(String what, Moments.Moment moment) {}

    /**
     * The rule that holds the line at the moment.
     *
     * @param limit what is known of the limit that the room finds by itself
     */
    record Held(Advance.Why why, Limit limit) {}

    /** How much this node knows of the limit that a room finds by itself. */
    enum Limit {
        /** All of it; so is the limit of a room that finds none. */
        KNOWN,
        /** A signal is missing, so the limit does not rise. */
        BLIND,
        /** Nothing: this node has not read it yet. */
        UNKNOWN
    }

    /** The states. An earlier one hides a later one. */
    enum Is {
        RETIRED("Retired", "over"),
        /** The doors' time has come, and an operator has to tell the draw's public value. */
        NEEDS_VALUE("Needs the public value", "needed"),
        /** The draw was announced under another master key. */
        NEEDS_KEY("Draw cannot be done", "needed"),
        PAUSED("Paused", "paused"),
        /** The doors' time has come, and the entrants are being counted. */
        DRAWING("Drawing", "soon"),
        SCHEDULED("Scheduled", "soon"),
        CLOSED("Closed", "over"),
        /** After a close that lets in: those in line are called. */
        CLOSING("Closing", "over"),
        HELD("On hold", "paused"),
        SOLD_OUT("Sold out", "taken"),
        LOBBY("Lobby", "soon"),
        TAKEN("Taken", "taken"),
        PASS_THROUGH("Passes through", "open"),
        BY_HAND("By hand", "open"),
        OPEN("Open", "open");

        private final String word;
        private final String tone;

        Is(String word, String tone) {
            this.word = word;
            this.tone = tone;
        }
    }

    private static final String OTHER_KEY =
            "The draw cannot be done, and nobody is called: the master key is not the one of its commitment. Set that one"
                    + " again, or make the date one without a draw.";

    /** The state of the room as it was seen. */
    static RoomState of(Room room, RoomSnapshot seen, Held held, Seeds seeds, Instant now) {
        var settings = room.settings(seen);
        var is = is(room, seen, seeds, now);
        var dates = room.isRetired() ? List.<Upcoming>of() : dates(settings, now);
        var countdown = dates.isEmpty() ? "" : dates.get(0).countdown(now);
        var line = StateLine.of(is, settings, seen, held);
        var needs =
                switch (is) {
                    case NEEDS_VALUE -> value(room, seen, now);
                    case NEEDS_KEY -> OTHER_KEY;
                    default -> "";
                };
        var act =
                switch (is) {
                    case NEEDS_VALUE -> "Tell the public value";
                    case NEEDS_KEY -> "See the draw";
                    default -> "";
                };
        return new RoomState(
                is,
                is.word,
                is.tone,
                is == Is.LOBBY || is == Is.SCHEDULED ? join(countdown, line) : join(line, countdown),
                says(is, settings, sentence(dates, now), now),
                dates.stream().map(Upcoming::shown).toList(),
                needs,
                act);
    }

    private static Is is(Room room, RoomSnapshot seen, Seeds seeds, Instant now) {
        var settings = room.settings(seen);
        if (room.isRetired()) {
            return Is.RETIRED;
        }
        var isForeign = room.known(seen, now)
                .filter(draw -> !draw.isDone() && !seeds.haveMade(draw))
                .isPresent();
        if (isForeign) {
            return Is.NEEDS_KEY;
        }
        if (room.withoutValue(seen, now).isPresent()) {
            return Is.NEEDS_VALUE;
        }
        if (settings.isPaused()) {
            return Is.PAUSED;
        }
        return settings.phase(now).calls() && room.awaitsDraw(seen, now) ? Is.DRAWING : byPhase(room, seen, now);
    }

    private static Is byPhase(Room room, RoomSnapshot seen, Instant now) {
        var settings = room.settings(seen);
        var shut = settings.mode() == Mode.SCHEDULED && settings.next(now).isPresent() ? Is.SCHEDULED : Is.CLOSED;
        return switch (settings.phase(now)) {
            case CLOSED, ENDED -> shut;
            case CLOSING -> seen.callable() > 0 ? Is.CLOSING : shut;
            case HELD -> Is.HELD;
            case LOBBY -> settings.left(seen) == Stock.Level.SOLD_OUT ? Is.SOLD_OUT : Is.LOBBY;
            case PASS_THROUGH -> byStock(settings, seen, Is.PASS_THROUGH);
            case OPEN -> byStock(settings, seen, room.isByHand(settings) ? Is.BY_HAND : Is.OPEN);
        };
    }

    private static Is byStock(RoomSettings settings, RoomSnapshot seen, Is open) {
        return switch (settings.left(seen)) {
            case SOME -> open;
            case TAKEN -> Is.TAKEN;
            case SOLD_OUT -> Is.SOLD_OUT;
        };
    }

    private static String says(Is is, RoomSettings settings, String dates, Instant now) {
        return switch (is) {
            case RETIRED -> "Nobody gets a place any more. Those who have one are served.";
            case DRAWING -> "The entrants are being counted. Nobody is called meanwhile.";
            case CLOSING -> join("No more places are given. Those in line are let in.", dates);
            case CLOSED -> join(closed(settings, now), dates);
            default -> dates;
        };
    }

    private static String closed(RoomSettings settings, Instant now) {
        if (settings.mode() == Mode.CLOSED) {
            return "By its mode.";
        }
        var over = settings.schedule().begun(now);
        return over.isEmpty()
                ? "No date is scheduled."
                : "Since " + date(over.get(), ScheduledDate::closesAt) + ". No other date is scheduled.";
    }

    /** The next dates of the schedule, whether the room is paused or not. */
    private static List<Upcoming> dates(RoomSettings settings, Instant now) {
        var phase = settings.phase(now);
        var schedule = settings.schedule();
        if (phase == Phase.LOBBY) {
            return schedule.begun(now).map(Upcoming::doors).stream().toList();
        }
        if (phase == Phase.OPEN && settings.mode() == Mode.SCHEDULED) {
            return schedule.begun(now).filter(date -> date.close().isPresent()).map(Upcoming::close).stream()
                    .toList();
        }
        return settings.next(now).stream()
                .flatMap(next -> Stream.of(Upcoming.lobby(next), Upcoming.doors(next)))
                .filter(next -> next.at.isAfter(now)) // while the mode closes a room, a lobby's time may pass
                .toList();
    }

    private static String sentence(List<Upcoming> dates, Instant now) {
        return dates.stream().map(date -> date.sentence(now)).collect(Collectors.joining(" "));
    }

    /** A time of a date that is to come. */
    private record Upcoming(String what, String verb, Instant at, ScheduledDate date) {

        static Upcoming lobby(ScheduledDate date) {
            return new Upcoming("Lobby", "Lobby", date.lobbyAt(), date);
        }

        static Upcoming doors(ScheduledDate date) {
            return new Upcoming("Doors", "Doors", date.doorsAt(), date);
        }

        static Upcoming close(ScheduledDate date) {
            return new Upcoming("Close", "Closes", date.closesAt(), date);
        }

        Next shown() {
            return new Next(what, new Moments().of(at, date.zone().getId()));
        }

        String countdown(Instant now) {
            return verb + " in " + span(Duration.between(now, at)) + ".";
        }

        String sentence(Instant now) {
            return verb + " " + RoomState.date(date, any -> at) + ", in " + span(Duration.between(now, at)) + ".";
        }
    }

    private static String date(ScheduledDate date, Function<ScheduledDate, Instant> moment) {
        var written = new Moments().of(moment.apply(date), date.zone().getId());
        return written.text() + " " + written.zone();
    }

    /** A span in its two largest units, and below an hour as a clock: 3 d 4 h, 2 h 5 min, 12:30. */
    private static String span(Duration span) {
        if (span.toDays() > 0) {
            return span.toDays() + " d " + span.toHoursPart() + " h";
        }
        return span.toHours() > 0
                ? span.toHours() + " h " + span.toMinutesPart() + " min"
                : String.format(Locale.ROOT, "%d:%02d", span.toMinutes(), span.toSecondsPart());
    }

    private static String value(Room room, RoomSnapshot seen, Instant now) {
        var settings = room.settings(seen);
        var due = settings.drawing(now)
                .map(date -> "The doors' time was " + date(date, ScheduledDate::doorsAt) + ". ")
                .orElse("");
        var source =
                room.withoutValue(seen, now).map(draw -> draw.draw().source()).orElse("");
        return due + "Nobody is called until you tell the draw its public value, from " + source + "."
                + (settings.isPaused() ? " The room is paused as well." : "");
    }

    private static String join(String one, String other) {
        return Stream.of(one, other).filter(text -> !text.isEmpty()).collect(Collectors.joining(" "));
    }
}
