package io.gatehouse.inlet;

import io.gatehouse.room.Advance;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The inlet that a room's settings describe. The rate hands turns out by itself, an operator adds turns by hand, the
 * capacity limits both. The stock limits whatever calls, also where everybody passes through. A room that is paused calls nobody, and neither does one whose doors are not open: by no way, since
 * whoever is called is called by this.
 */
final class RoomInlet implements Inlet {

    private final Room configuration;
    private final RoomSettings settings;
    private final Optional<RateInlet> rate;

    RoomInlet(Room room, RoomSettings settings, Duration tick) {
        this.configuration = room;
        this.settings = settings;
        this.rate = slower(settings.rate(), room.ceiling()).map(slowest -> new RateInlet(slowest, tick));
    }

    @Override
    public Allowance next(RoomSnapshot room, Instant now) {
        var shut = shut(room, now);
        if (shut.isPresent()) {
            return new Allowance(0, shut.get());
        }
        var left = settings.stock().map(stock -> new StockInlet(stock).next(room, now));
        if (left.filter(none -> none.turns() == 0).isPresent()) {
            return left.get(); // Whatever else holds them, this is what is told.
        }
        var open = open(room, now);
        return left.map(open::and).orElse(open);
    }

    /** What mode, rate, capacity and operators allow while anybody may be called. */
    private Allowance open(RoomSnapshot room, Instant now) {
        if (isPassedThrough(now)) {
            return new Allowance(room.callable(), Advance.Why.PASS_THROUGH);
        }
        var byItself = byItself(room, now);
        var turns = new Allowance(byItself.turns() + room.letIn(), byItself.why());
        return capacity().isEmpty()
                ? turns
                : turns.and(new CapacityInlet(capacity().getAsLong()).next(room, now));
    }

    /** Why nobody is called at all, whatever rate, capacity and operators allow. */
    Optional<Advance.Why> shut(RoomSnapshot seen, Instant now) {
        if (settings.mayCall(now)) {
            return Optional.of(Advance.Why.DRAW).filter(why -> configuration.awaitsDraw(seen, now));
        }
        return Optional.of(
                settings.isPaused()
                        ? Advance.Why.PAUSED
                        : settings.phase(now) == Phase.HELD ? Advance.Why.HELD : Advance.Why.NOT_OPEN);
    }

    private boolean isPassedThrough(Instant now) {
        return settings.phase(now) == Phase.PASS_THROUGH;
    }

    /**
     * What calling so many visitors uses up: the rate's share first, then what was let in by hand. Who passes through uses
     * up neither.
     */
    Advance advance(RoomSnapshot room, long turns, Instant now) {
        if (isPassedThrough(now)) {
            return new Advance(turns, 0, room.pacedUntil(), Duration.ZERO, Advance.Why.PASS_THROUGH);
        }
        var byItself = Math.min(turns, byItself(room, now).turns());
        var pacedUntil =
                rate.map(paced -> paced.pacedUntil(room, byItself, now)).orElse(room.pacedUntil());
        var perTurn = rate.map(RateInlet::perTurn).orElse(Duration.ZERO);
        return new Advance(
                turns, turns - byItself, pacedUntil, perTurn, next(room, now).why());
    }

    private Allowance byItself(RoomSnapshot room, Instant now) {
        if (configuration.isByHand(settings)) {
            return new Allowance(0, Advance.Why.BY_HAND);
        }
        return rate.map(paced -> paced.next(room, now))
                .orElseGet(() -> new Allowance(room.callable(), Advance.Why.CAPACITY));
    }

    private OptionalLong capacity() {
        return settings.capacity();
    }

    private static Optional<Rate> slower(Optional<Rate> one, Optional<Rate> other) {
        if (one.isPresent() && other.isPresent()) {
            return one.get().nanosPerTurn() >= other.get().nanosPerTurn() ? one : other;
        }
        return one.or(() -> other);
    }
}
