package io.gatehouse.inlet;

import io.gatehouse.room.Advance;
import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Hands turns out: by the rate, the slower of the room's and its sites'; as many as fit, in a room with a
 * capacity alone; and those that an operator lets in by hand on top of both.
 */
final class PaceInlet implements Inlet {

    private final boolean isByHand;
    private final Optional<RateInlet> rate;

    /** @param tick how much unused time the rate may make up for */
    PaceInlet(Room room, RoomSettings settings, Duration tick) {
        this.isByHand = room.isByHand(settings);
        this.rate = slower(settings.rate(), room.ceiling()).map(slowest -> new RateInlet(slowest, tick));
    }

    @Override
    public Allowance next(RoomSnapshot seen, Instant now) {
        var byItself = byItself(seen, now);
        return new Allowance(byItself.turns() + seen.letIn(), byItself.why());
    }

    private Allowance byItself(RoomSnapshot seen, Instant now) {
        if (isByHand) {
            return new Allowance(0, Why.BY_HAND);
        }
        return rate.map(paced -> paced.next(seen, now)).orElseGet(() -> new Allowance(seen.callable(), Why.CAPACITY));
    }

    /** What calling so many visitors uses up: the share of the rate first, then what was let in by hand. */
    Advance advance(RoomSnapshot seen, long turns, Why why, Instant now) {
        var byItself = Math.min(turns, byItself(seen, now).turns());
        var pacedUntil =
                rate.map(paced -> paced.pacedUntil(seen, byItself, now)).orElse(seen.pacedUntil());
        var perTurn = rate.map(RateInlet::perTurn).orElse(Duration.ZERO);
        return new Advance(turns, turns - byItself, pacedUntil, perTurn, why);
    }

    private static Optional<Rate> slower(Optional<Rate> one, Optional<Rate> other) {
        if (one.isPresent() && other.isPresent()) {
            return one.get().nanosPerTurn() >= other.get().nanosPerTurn() ? one : other;
        }
        return one.or(() -> other);
    }
}
