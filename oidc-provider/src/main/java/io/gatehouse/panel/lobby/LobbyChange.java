package io.gatehouse.panel.lobby;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.panel.answer.Question;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Phase;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The effect of an act on the visitors in a lobby before their call. A lobby stays one while its room is
 * closed or on hold by its mode: the visitors keep their places, and its draw goes on when the schedule
 * counts again. So two acts, one after the other, are asked about as one that does the same.
 *
 * @param visitors how many are in the lobby and have not been called
 * @param draw the draw that they would have had; empty if they are called in the order of arrival
 * @param isPaused whether no visitor is called before the room is resumed
 */
public record LobbyChange(Kind kind, long visitors, Optional<String> draw, boolean isPaused) {

    /** No visitor in a lobby is concerned. */
    public static final LobbyChange NONE = new LobbyChange(Kind.NONE, 0, Optional.empty(), false);

    /** The kinds of effect. */
    public enum Kind {
        /** Nothing beyond the announced schedule, or there is no visitor. */
        NONE,
        /** They are called at once, in order of arrival, as they would have been at the doors' time. */
        CALL,
        /** They are called at once, in order of arrival, though their order was to be drawn. */
        CALL_WITHOUT_DRAW,
        /** The doors open at once: their order is drawn, and they are called in it. */
        DRAW_NOW,
        /** They stay, and their draw is not held. */
        GIVE_UP_DRAW,
        /** Their places end. */
        END_LOBBY;

        /** The word that confirms it: {@code call-without-draw}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The effect if an operator puts these settings in force. */
    public static LobbyChange of(Room room, RoomSnapshot seen, RoomSettings next, Instant now) {
        return between(room, seen, room, seen.under(next), now);
    }

    /** The effect if a room is defined anew, or retired; settings that an operator has made stay in force. */
    public static LobbyChange of(Room before, Room after, RoomSnapshot seen, Instant now) {
        return between(before, seen, after, seen, now);
    }

    /** The effect if a new opening begins. */
    public static LobbyChange ofNewOpening(Room room, RoomSnapshot seen, Instant now) {
        return of(isLobby(room, seen, now) ? Kind.END_LOBBY : Kind.NONE, room, seen, now);
    }

    private static LobbyChange between(Room before, RoomSnapshot seen, Room after, RoomSnapshot next, Instant now) {
        var kind = isLobby(before, seen, now) ? kind(before, seen, after, next, now) : Kind.NONE;
        var change = of(kind, before, seen, now);
        var isPaused = after.settings(next).isPaused();
        return new LobbyChange(change.kind, change.visitors, change.draw, isPaused);
    }

    private static LobbyChange of(Kind kind, Room room, RoomSnapshot seen, Instant now) {
        var visitors = seen.callable();
        return new LobbyChange(
                visitors == 0 ? Kind.NONE : kind,
                visitors,
                pending(room, seen, now).map(Draw::id),
                false);
    }

    private static Kind kind(Room before, RoomSnapshot seen, Room after, RoomSnapshot next, Instant now) {
        var draw = pending(before, seen, now);
        if (after.phase(next, now).calls()) {
            return draw.isPresent() ? Kind.CALL_WITHOUT_DRAW : Kind.CALL;
        }
        if (!draw.map(Draw::id).equals(pending(after, next, now).map(Draw::id)) && draw.isPresent()) {
            return Kind.GIVE_UP_DRAW;
        }
        var opens = after.settings(next).phase(now).calls()
                && !scheduled(before, seen, now).calls();
        return opens ? Kind.DRAW_NOW : Kind.NONE;
    }

    private static boolean isLobby(Room room, RoomSnapshot seen, Instant now) {
        return !room.phase(seen, now).calls() && room.phase(byDate(room, seen), now) == Phase.LOBBY;
    }

    /** The draw that those in the lobby wait for, as it was announced. */
    private static Optional<Draw> pending(Room room, RoomSnapshot seen, Instant now) {
        return room.known(byDate(room, seen), now)
                .filter(draw -> !draw.isDone())
                .map(LobbyDraw::draw);
    }

    /** The phase by the dates alone, without the state of the draw. */
    private static Phase scheduled(Room room, RoomSnapshot seen, Instant now) {
        return room.settings(byDate(room, seen)).phase(now);
    }

    /** The room as it would be if its schedule counted. */
    private static RoomSnapshot byDate(Room room, RoomSnapshot seen) {
        var settings = room.chosen(seen);
        return seen.under(settings.open(Mode.SCHEDULED, settings.schedule()));
    }

    /** The question to the operator; empty if no visitor is concerned. */
    public Optional<Question> question() {
        return kind == Kind.NONE ? Optional.empty() : Optional.of(new Question(happens(), kind.word()));
    }

    /** Refuses an act that needs a confirmation and has none, or whose consequence has changed since. */
    public void require(@Nullable String confirmed) {
        question().filter(asked -> !asked.confirm().equals(confirmed)).ifPresent(asked -> {
            throw RefusedException.unconfirmed(asked);
        });
    }

    private String happens() {
        var count = String.format(Locale.ROOT, "%,d", visitors);
        var many = visitors != 1;
        var are = many ? " in the lobby are " : " in the lobby is ";
        var places = many ? " their places" : " the place";
        var when = isPaused ? " as soon as the room is resumed" : " now";
        return switch (kind) {
            case NONE -> "nothing happens to anybody in a lobby";
            case CALL -> count + are + "called" + when + ", in the order of arrival";
            case CALL_WITHOUT_DRAW -> count + are + "called" + when + ", without the draw " + draw.orElse("");
            case DRAW_NOW -> "the doors open now: " + count + are + "drawn, and called" + when;
            case GIVE_UP_DRAW ->
                "the draw " + draw.orElse("") + " is given up; " + count + " in the lobby " + (many ? "keep" : "keeps")
                        + places;
            case END_LOBBY ->
                count + " in the lobby " + (many ? "lose" : "loses") + places
                        + draw.map(id -> ", and the draw " + id + " is given up")
                                .orElse("");
        };
    }
}
