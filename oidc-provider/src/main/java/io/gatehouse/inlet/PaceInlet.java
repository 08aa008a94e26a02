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
 * Hands turns out: by the slower of the rates of the room and its sites; as many as fit, in a room with a
 * capacity alone; and on top of both by an operator's hand.
 *
 * <p>The room's rate counts visitors who come. So it calls faster by the share of no-shows
 * ({@link io.gatehouse.room.ShowUp}), at most twice as fast, and never faster than its sites can take. While
 * the last tenth of a stock is sold, each call has to count, and it calls as the rate says.
 */
final class PaceInlet implements Inlet {

    /** The smallest share of called visitors that is believed to come. */
    private static final double LEAST_SHARE = 0.5;

    private static final int LAST_PART = 10;

    /** Why no visitor is called but by hand; empty: the rate or the capacity calls. */
    private final Optional<Why> byHand;

    private final Optional<Rate> rate;
    private final Optional<Rate> ceiling;
    private final RoomSettings settings;
    private final Duration tick;

    /** @param tick how much unused time the rate may make up for */
    PaceInlet(Room room, RoomSettings settings, Duration tick) {
        this(room, settings, tick, room.isByHand(settings) ? Optional.of(Why.BY_HAND) : Optional.empty());
    }

    /** The inlet of a room whose limit is not known yet: it calls only visitors whom an operator lets in. */
    static PaceInlet byHand(Room room, RoomSettings settings, Duration tick) {
        return new PaceInlet(room, settings, tick, Optional.of(Why.TUNED));
    }

    private PaceInlet(Room room, RoomSettings settings, Duration tick, Optional<Why> byHand) {
        this.byHand = byHand;
        this.rate = slower(settings.rate(), room.ceiling());
        this.ceiling = room.ceiling();
        this.settings = settings;
        this.tick = tick;
    }

    @Override
    public Allowance next(RoomSnapshot seen, Instant now) {
        var byItself = byItself(seen, now);
        return new Allowance(byItself.turns() + seen.letIn(), byItself.why());
    }

    private Allowance byItself(RoomSnapshot seen, Instant now) {
        if (byHand.isPresent()) {
            return new Allowance(0, byHand.get());
        }
        return paced(seen)
                .map(paced -> paced.next(seen, now))
                .orElseGet(() -> new Allowance(seen.callable(), Why.CAPACITY));
    }

    /** The cost of calling this many visitors: the share of the rate first, then turns by hand. */
    Advance advance(RoomSnapshot seen, long turns, Why why, Instant now) {
        var byItself = Math.min(turns, byItself(seen, now).turns());
        var paced = paced(seen);
        var pacedUntil = paced.map(one -> one.pacedUntil(seen, byItself, now)).orElse(seen.pacedUntil());
        var perTurn = paced.map(RateInlet::perTurn).orElse(Duration.ZERO);
        return new Advance(turns, turns - byItself, pacedUntil, perTurn, why);
    }

    private Optional<RateInlet> paced(RoomSnapshot seen) {
        var least = ceiling.map(Rate::nanosPerTurn).orElse(1L);
        return rate.map(Rate::nanosPerTurn)
                .map(nanos -> new RateInlet(Math.max(least, (long) Math.ceil(nanos * share(seen))), tick));
    }

    private double share(RoomSnapshot seen) {
        var isNearlySold = settings.stock()
                .filter(all -> all.most() - all.consumed(seen.endings()) <= all.most() / LAST_PART)
                .isPresent();
        return isNearlySold ? 1 : Math.max(LEAST_SHARE, seen.showUp().share().orElse(1));
    }

    static Optional<Rate> slower(Optional<Rate> one, Optional<Rate> other) {
        if (one.isPresent() && other.isPresent()) {
            return one.get().nanosPerTurn() >= other.get().nanosPerTurn() ? one : other;
        }
        return one.or(() -> other);
    }
}
