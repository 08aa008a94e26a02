package io.gatehouse.panel.room;

import io.gatehouse.lane.Lane;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.lobby.LobbyChange;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.Act;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.Line;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.tune.Tunings;
import io.gatehouse.waitingroom.KeptSlots;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The acts of operators on a room's line, for the screens and for API clients. Each act is written to
 * the ledger before it is done, and to the log once it is.
 */
public final class RoomActs {

    private final Ledgers ledgers;
    private final Tunings tunings;
    private final Clock clock;

    RoomActs(Ledgers ledgers, Tunings tunings, Clock clock) {
        this.ledgers = ledgers;
        this.tunings = tunings;
        this.clock = clock;
    }

    /** Grants turns by hand. */
    void letIn(Actor who, WaitingRoom room, long count) {
        var seen = room.snapshot();
        var configuration = room.configuration();
        if (configuration.fills(configuration.settings(seen))) {
            throw new RefusedException(
                    Problem.NOT_BY_HAND, "a room with a capacity and no rate lets in as many as fit by itself");
        }
        ledgers.act(room.id(), who.toString(), "let in " + count + " by hand");
        room.letIn(count);
        ActLog.room(who, room.id().value(), "let in " + count + " by hand, " + seen.letIn() + " unused before");
    }

    /** Takes a measured value by which the room finds its limit. It is no act: the ledger has what comes of it. */
    void measured(WaitingRoom room, double value) {
        if (!tunings.push(room.id(), value)) {
            throw new RefusedException(
                    Problem.NOT_TUNED,
                    "room " + room.id() + " takes no pushed values: set gatehouse.rooms." + room.id() + ".tune.pushed");
        }
    }

    /** Takes back unused turns that were granted by hand. */
    void takeBack(Actor who, WaitingRoom room) {
        ledgers.act(room.id(), who.toString(), "take back unused turns let in by hand");
        ActLog.room(
                who,
                room.id().value(),
                "took back " + room.takeBack(Line.MOST_BY_HAND) + " unused turns let in by hand");
    }

    /**
     * The place with this number in the lane of this name, in the opening that runs now.
     *
     * @param lane absent in an address without one, which is clear only as long as no visitor is in another
     *     lane than the default one
     */
    Place find(WaitingRoom room, @Nullable String lane, String number) {
        var position = OperatorInput.position(number);
        if (lane == null && !room.snapshot().lanes().lanes().isEmpty()) {
            throw new RefusedException(
                    Problem.INVALID_SETTING,
                    "room " + room.id() + " has lanes, in which numbers repeat: name the lane before the position,"
                            + " such as default/" + position);
        }
        return find(room, lane == null ? Lane.DEFAULT : lane, position);
    }

    /**
     * The place by the number that the waiting page tells its visitor: in the default lane, a draw may have
     * changed it.
     */
    Place findTold(WaitingRoom room, String lane, String number) {
        var told = OperatorInput.position(number);
        var order = room.line().order(room.snapshot());
        return find(room, lane, lane.equals(Lane.DEFAULT) ? order.at(told) : told);
    }

    private static Place find(WaitingRoom room, String lane, long number) {
        var lanes = room.snapshot().lanes();
        var isDefault = lane.equals(Lane.DEFAULT);
        if (!isDefault && lanes.number(lane) == 0) {
            throw new RefusedException(
                    Problem.UNKNOWN_PLACE,
                    "room " + room.id() + " has no lane \"" + lane + "\" in this opening; its lanes are "
                            + Stream.concat(
                                            Stream.of(Lane.DEFAULT),
                                            lanes.lanes().stream().map(one -> one.name()))
                                    .collect(Collectors.joining(", ")));
        }
        var position = new Position(isDefault ? 0 : lanes.number(lane), number);
        return room.at(position)
                .orElseThrow(() -> new RefusedException(
                        Problem.UNKNOWN_PLACE, "room " + room.id() + " has no place at " + position.in(lanes)));
    }

    /** Ends one admission; its slot goes to the next in line. */
    Place end(Actor who, WaitingRoom room, Place place, Optional<Long> opening) {
        var position = place.position().in(room.snapshot().lanes());
        opening.filter(expected -> expected != place.opening()).ifPresent(expected -> {
            throw otherOpening(place.opening(), expected);
        });
        if (place.stage().isInside()) {
            ledgers.act(
                    room.id(), who.toString(), "end the admission at " + position + " of opening " + place.opening());
        }
        var after = place.stage().isInside() ? room.apply(place.id(), Act.EXPIRE) : Optional.of(place);
        if (!place.stage().isInside() || after.map(Place::stage).orElse(Stage.LEFT) != Stage.EXPIRED) {
            throw new RefusedException(
                    Problem.NOT_ADMITTED,
                    position + " is not admitted, its stage is "
                            + after.orElse(place).stage().shown());
        }
        ActLog.room(who, room.id().value(), "admission at " + position + " " + place.stage() + " -> EXPIRED");
        return after.orElse(place);
    }

    /** Ends the visits that are over and keep their slots, as far as they are found; how many have ended. */
    public long endKept(Actor who, WaitingRoom room) {
        var seen = room.snapshot();
        var kept = KeptSlots.over(room, seen).places();
        if (kept.isEmpty()) {
            return 0;
        }
        var what =
                "end the visits that are over and keep their slots, " + kept.size() + " of opening " + seen.opening();
        var positions =
                kept.stream().map(place -> place.position().in(seen.lanes())).toList();
        ledgers.act(room.id(), who.toString(), what, Map.of("positions", positions));
        var ended = kept.stream()
                .map(place -> room.apply(place.id(), Act.EXPIRE))
                .flatMap(Optional::stream)
                .filter(place -> place.stage() == Stage.EXPIRED)
                .count();
        ActLog.room(who, room.id().value(), what + ", " + ended + " -> EXPIRED");
        return ended;
    }

    /**
     * Starts a new opening, once.
     *
     * @param confirmed what the caller has confirmed of {@link LobbyChange}; absent: nothing
     */
    public void open(Actor who, WaitingRoom room, NextOpening next, @Nullable String confirmed) {
        var running = running(room);
        if (running != next.after()) {
            throw otherOpening(running, next.after());
        }
        opening(room).require(confirmed);
        ledgers.act(room.id(), who.toString(), "opening " + next.after() + " -> " + next.opening());
        var opening = room.open(next);
        if (opening != next.opening()) {
            throw otherOpening(opening, next.after());
        }
        ActLog.room(who, room.id().value(), "opening " + next.after() + " -> " + opening);
    }

    /** The effect of a new opening on the visitors of a lobby; unknown for a damaged line. */
    public LobbyChange opening(WaitingRoom room) {
        try {
            return LobbyChange.ofNewOpening(room.configuration(), room.snapshot(), clock.instant());
        } catch (DamagedLineException damaged) {
            return LobbyChange.NONE;
        }
    }

    /** A damaged line cannot be looked at; a new opening is what cures it. */
    private static long running(WaitingRoom room) {
        try {
            return room.snapshot().opening();
        } catch (DamagedLineException damaged) {
            return damaged.opening();
        }
    }

    private static RefusedException otherOpening(long running, long expected) {
        return new RefusedException(
                Problem.CHANGED_MEANWHILE, "opening " + running + " runs now, not opening " + expected);
    }
}
