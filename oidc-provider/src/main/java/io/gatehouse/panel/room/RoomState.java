package io.gatehouse.panel.room;

import io.gatehouse.draw.Seeds;
import io.gatehouse.panel.answer.Moments;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Phase;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * A room's state at a moment, for operators: one word, and the date that matters next. This is the only place
 * that decides it; screens and scripts show it.
 *
 * @param is the state by its name
 * @param word the same on a badge
 * @param tone the colour of the badge, which several words share: open, soon, paused, taken, over or needed
 * @param says the date that matters next and how long until then; empty where there is none
 * @param needs what an operator has to do before visitors can be called; empty: nothing
 * @param act the label of the button to it; empty if nothing is needed
 */
record RoomState(Is is, String word, String tone, String says, String needs, String act) {

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
    static RoomState of(Room room, RoomSnapshot seen, Seeds seeds, Instant now) {
        var settings = room.settings(seen);
        var is = is(room, seen, seeds, now);
        var says = says(is, room, settings, now);
        return switch (is) {
            case NEEDS_VALUE ->
                new RoomState(is, is.word, is.tone, says, value(room, seen, now), "Tell the public value");
            case NEEDS_KEY -> new RoomState(is, is.word, is.tone, says, OTHER_KEY, "See the draw");
            default -> new RoomState(is, is.word, is.tone, says, "", "");
        };
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

    private static String says(Is is, Room room, RoomSettings settings, Instant now) {
        var dates = room.isRetired() ? "" : dates(settings, now);
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

    /** The date that comes next by the schedule, whether the room is paused or not. */
    private static String dates(RoomSettings settings, Instant now) {
        var phase = settings.phase(now);
        if (phase == Phase.LOBBY) {
            return settings.schedule().begun(now).map(next -> doors(next, now)).orElse("");
        }
        if (phase == Phase.OPEN && settings.mode() == Mode.SCHEDULED) {
            return settings.schedule()
                    .begun(now)
                    .filter(date -> date.close().isPresent())
                    .map(date -> "Closes " + when(date, ScheduledDate::closesAt, now) + ".")
                    .orElse("");
        }
        return settings.next(now).map(next -> lobbyAndDoors(next, now)).orElse("");
    }

    /** While the mode closes a room, the lobby's time may pass without a lobby. */
    private static String lobbyAndDoors(ScheduledDate next, Instant now) {
        return next.lobbyAt().isAfter(now)
                ? "Lobby " + when(next, ScheduledDate::lobbyAt, now) + ". " + doors(next, now)
                : doors(next, now);
    }

    private static String doors(ScheduledDate date, Instant now) {
        return "Doors " + when(date, ScheduledDate::doorsAt, now) + ".";
    }

    private static String when(ScheduledDate date, Function<ScheduledDate, Instant> moment, Instant now) {
        return date(date, moment) + ", in " + span(Duration.between(now, moment.apply(date)));
    }

    private static String date(ScheduledDate date, Function<ScheduledDate, Instant> moment) {
        var written = new Moments().of(moment.apply(date), date.zone().getId());
        return written.text() + " " + written.zone();
    }

    /** The two units that count: 3 d 4 h, 2 h 5 min, 12 min 30 s. */
    private static String span(Duration span) {
        if (span.toDays() > 0) {
            return span.toDays() + " d " + span.toHoursPart() + " h";
        }
        return span.toHours() > 0
                ? span.toHours() + " h " + span.toMinutesPart() + " min"
                : span.toMinutes() + " min " + span.toSecondsPart() + " s";
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
        return Optional.of(other)
                .filter(text -> !text.isEmpty())
                .map(text -> one + " " + text)
                .orElse(one);
    }
}
