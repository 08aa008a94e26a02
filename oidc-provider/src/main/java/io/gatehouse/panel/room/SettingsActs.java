package io.gatehouse.panel.room;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.EntityTag;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.lobby.LobbyChange;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Clock;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The acts of operators on a room's settings, for the screens and for API clients. Each act is written
 * to the ledger before it is done, and to the log once it is.
 */
final class SettingsActs {

    private final Ledgers ledgers;
    private final Clock clock;

    SettingsActs(Ledgers ledgers, Clock clock) {
        this.ledgers = ledgers;
        this.clock = clock;
    }

    /**
     * Replaces settings that the caller has seen.
     *
     * @param confirmed what the caller has confirmed of {@link LobbyChange}; absent: nothing
     */
    void change(
            Actor who,
            WaitingRoom room,
            @Nullable String ifMatch,
            @Nullable String confirmed,
            UnaryOperator<RoomSettings> edit) {
        var seen = room.snapshot();
        SettingsTag.of(room.configuration(), seen).require(ifMatch);
        var after = edit.apply(room.configuration().chosen(seen));
        put(who, room, seen, after, "settings ", confirmed);
    }

    /** Goes back to the configured settings, but for those of {@link #configured}. */
    void reset(Actor who, WaitingRoom room, @Nullable String ifMatch, @Nullable String confirmed) {
        var seen = room.snapshot();
        SettingsTag.of(room.configuration(), seen).require(ifMatch);
        put(who, room, seen, configured(room, seen), "settings back to the configured ones, ", confirmed);
    }

    /**
     * The settings after a reset. Neither pausing nor words are configured: a paused room stays so until it
     * is resumed, and the words stay.
     */
    private static RoomSettings configured(WaitingRoom room, RoomSnapshot seen) {
        var before = room.configuration().chosen(seen);
        return room.configuration().configured().paused(before.isPaused()).saying(before.words());
    }

    /** The effect of a reset on the visitors of a lobby. */
    LobbyChange resetting(WaitingRoom room) {
        var seen = room.snapshot();
        return LobbyChange.of(room.configuration(), seen, configured(room, seen), clock.instant());
    }

    private void put(
            Actor who,
            WaitingRoom room,
            RoomSnapshot seen,
            RoomSettings after,
            String act,
            @Nullable String confirmed) {
        var before = room.configuration().chosen(seen);
        requireLobby(seen, before, after);
        LobbyChange.of(room.configuration(), seen, after, clock.instant()).require(confirmed);
        var what = act + SettingChange.all(SettingChange.between(before, after));
        ledgers.act(room.id(), who.toString(), what);
        if (!room.change(seen.changed(), Optional.of(after))) {
            throw EntityTag.changedMeanwhile();
        }
        ActLog.room(who, room.id().value(), what);
    }

    /** Pauses or resumes, also against concurrent changes. */
    void pause(Actor who, WaitingRoom room, boolean paused) {
        ledgers.act(room.id(), who.toString(), "paused -> " + paused);
        var before = room.change(settings -> settings.paused(paused));
        ActLog.room(who, room.id().value(), "paused " + before.isPaused() + " -> " + paused);
    }

    /**
     * Refuses to postpone or remove a date whose lobby has visitors, where the date before it has left the
     * room closing or closed. Else their wait would end, or the room would admit them before the doors open.
     */
    private void requireLobby(RoomSnapshot seen, RoomSettings before, RoomSettings after) {
        var now = clock.instant();
        var next = after.phase(now);
        if (seen.callable() > 0 && before.phase(now) == Phase.LOBBY && (next == Phase.CLOSING || next == Phase.ENDED)) {
            throw new RefusedException(
                    Problem.LOBBY_IN_USE,
                    seen.callable() + " are in the lobby: leave it open, and move the doors; or take out the dates"
                            + " before it, so that the room is closed meanwhile and they keep their places");
        }
    }
}
