package io.gatehouse.panel.draw;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Seeds;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.draw.DrawView.Step;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * The draws of a room as operators see them, and the one step that is theirs, for the screen and for API
 * clients.
 */
@Component
final class DrawActs {

    /** The maximum number of times that the line may move on while the value is being told. */
    private static final int TRIES = 5;

    private final Seeds seeds;
    private final Ledgers ledgers;
    private final Clock clock;

    DrawActs(Seeds seeds, Ledgers ledgers, Clock clock) {
        this.seeds = seeds;
        this.ledgers = ledgers;
        this.clock = clock;
    }

    /** The public draws: the one that is announced, and behind it the last one that the store knows. */
    List<DrawView> of(WaitingRoom room) {
        var seen = room.snapshot();
        var now = clock.instant();
        var configuration = room.configuration();
        var settings = configuration.settings(seen);
        var draws = new ArrayList<DrawView>();
        configuration.nextDraw(seen, now).ifPresent(draw -> {
            var announced = LobbyDraw.opened(draw, seeds.of(draw), 0);
            draws.add(DrawView.of(announced, Step.ANNOUNCED, settings.next(now), 0));
        });
        seen.draw().ifPresent(draw -> {
            var isHeld = configuration.known(seen, now).isPresent();
            var opening = settings.drawing(now).filter(present -> isHeld);
            draws.add(
                    DrawView.of(draw, step(room, seen, draw, now), opening, Math.max(0, seen.issued() - draw.base())));
        });
        return draws;
    }

    private Step step(WaitingRoom room, RoomSnapshot seen, LobbyDraw draw, Instant now) {
        var configuration = room.configuration();
        if (draw.isDone()) {
            return Step.DONE;
        }
        if (configuration.known(seen, now).isEmpty()) {
            return Step.DROPPED;
        }
        if (!seeds.haveMade(draw)) {
            return Step.OTHER_KEY;
        }
        if (draw.frozen().isPresent() && draw.ownValue().isEmpty()) {
            return Step.NEEDS_VALUE;
        }
        return configuration.settings(seen).phase(now).calls() ? Step.COUNTING : Step.LOBBY;
    }

    /** Refuses what {@link #tell} would refuse, and changes nothing. */
    void require(WaitingRoom room, String id, String publicValue) {
        next(waiting(room, room.snapshot(), id), publicValue);
    }

    /**
     * Tells the public value that the draw of this id waits for: the doors open then. Refused before the
     * doors, when who takes part is not fixed yet, where another one has been told, and where the schedule
     * has gone on without this draw.
     */
    void tell(Actor who, WaitingRoom room, String id, String publicValue) {
        var what = "draw " + id + ", public value \"" + publicValue + "\"";
        for (int tried = 0; tried < TRIES; tried++) {
            var seen = room.snapshot();
            var draw = waiting(room, seen, id);
            if (draw.result()
                    .filter(told -> told.publicValue().equals(publicValue))
                    .isPresent()) {
                return;
            }
            var next = next(draw, publicValue);
            if (tried == 0) {
                ledgers.act(room.id(), who.toString(), what);
            }
            if (room.line().draw(seen, next)) {
                ActLog.room(who, room.id().value(), what);
                return;
            }
        }
        throw new RefusedException(Problem.CHANGED_MEANWHILE, "the line has moved on each time; tell the value again");
    }

    /** The draw of this id, if it waits for its public value, or has one. */
    private LobbyDraw waiting(WaitingRoom room, RoomSnapshot seen, String id) {
        return room.configuration()
                .known(seen, clock.instant())
                .filter(draw -> draw.draw().id().equals(id) && draw.frozen().isPresent())
                .filter(draw -> draw.ownValue().isEmpty() && seeds.haveMade(draw))
                .orElseThrow(() -> noDrawWaits(room, id));
    }

    private LobbyDraw next(LobbyDraw draw, String publicValue) {
        if (draw.result()
                .filter(told -> !told.publicValue().equals(publicValue))
                .isPresent()) {
            throw new RefusedException(
                    Problem.NO_DRAW_WAITS,
                    "another value has been told for the draw " + draw.draw().id());
        }
        try {
            return draw.drawn(publicValue, seeds.of(draw.draw()));
        } catch (IllegalArgumentException noLine) {
            throw new RefusedException(
                    Problem.INVALID_SETTING, "publicValue must be one line of 1 to 1,000 characters");
        }
    }

    private static RefusedException noDrawWaits(WaitingRoom room, String id) {
        return new RefusedException(
                Problem.NO_DRAW_WAITS,
                "room " + room.id() + " has no draw of the id \"" + id + "\" that waits for a value");
    }
}
