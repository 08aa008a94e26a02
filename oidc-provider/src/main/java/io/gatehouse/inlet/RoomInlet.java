package io.gatehouse.inlet;

import io.gatehouse.room.Advance;
import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The inlet that a room's settings describe: the strictest of a list. Every call asks it, so a room that is
 * shut calls no visitor in any way. A new inlet is a class and a line in a list here.
 */
final class RoomInlet implements Inlet {

    private final Room room;
    private final RoomSettings settings;
    private final TunedInlet tuned;
    private final boolean isUnknown;
    private final CapacityInlet capacity;
    private final ShutInlet shut;
    private final PaceInlet pace;

    /** The inlets that hold visitors; of inlets that allow equally few, the first gives the reason. */
    private final List<Inlet> inTurn;

    /** The inlets that hold visitors in a room that everybody passes through. */
    private final List<Inlet> passingThrough;

    RoomInlet(Room room, RoomSettings settings, TunedInlet tuned, Duration tick) {
        this.room = room;
        this.settings = settings;
        this.tuned = room.isByHand(settings) ? TunedInlet.NONE : tuned;
        var limited = this.tuned.under(settings);
        this.shut = new ShutInlet(room, settings);
        // A room that finds its limit never exceeds the configured rate, even to make up for no-shows.
        var bounded = tuned.isTuned() ? room.limited(PaceInlet.slower(settings.rate(), room.ceiling())) : room;
        this.isUnknown = this.tuned.isUnknown(settings);
        this.pace = isUnknown ? PaceInlet.byHand(bounded, limited, tick) : new PaceInlet(bounded, limited, tick);
        this.capacity = new CapacityInlet(limited.capacity());
        // The stock counts consumed visits, admissions and open turns.
        Inlet stock = (seen, now) -> new Allowance(settings.free(seen), Why.STOCK);
        this.inTurn = List.of(shut, pace, capacity, stock);
        this.passingThrough = List.of(shut, (seen, now) -> new Allowance(seen.callable(), Why.PASS_THROUGH), stock);
    }

    @Override
    public Allowance next(RoomSnapshot seen, Instant now) {
        var inlets = isPassedThrough(now) ? passingThrough : inTurn;
        var allowance = inlets.stream()
                .map(inlet -> inlet.next(seen, now))
                .reduce(Allowance::and)
                .orElseThrow();
        return tuned.told(allowance, settings);
    }

    /** Whether no visitor is called, even if rate, capacity and operators allow it. */
    boolean isShut(RoomSnapshot seen, Instant now) {
        return shut.why(seen, now).isPresent();
    }

    private boolean isPassedThrough(Instant now) {
        return settings.phase(now) == Phase.PASS_THROUGH;
    }

    /**
     * How many visitors who are ready may get a slot now, within the limit that the room has found. Their
     * turns are open, so a room that calls no one serves them all the same. None while that limit is unknown.
     */
    long seats(RoomSnapshot seen, Instant now) {
        var free = isPassedThrough(now) ? seen.ready() : isUnknown ? 0 : capacity.free(seen);
        return Math.max(0, Math.min(Math.min(free, seen.ready()), settings.free(seen)));
    }

    /**
     * How long a turn that is called now holds its slot: as long as it is open, where the capacity does not
     * bind, and where all turns together may be no more than the stock.
     *
     * @param measured the time that the node would choose
     */
    Optional<Duration> held(Duration measured, Instant now) {
        var isReleased = settings.capacity().isPresent() && settings.stock().isEmpty() && !isPassedThrough(now);
        return isReleased ? Optional.of(room.terms().slotHeld().orElse(measured)) : Optional.empty();
    }

    /**
     * The cost of calling this many visitors. A visitor who passes through costs nothing.
     *
     * @param why the reason that {@link #next} gave for them
     */
    Advance advance(RoomSnapshot seen, long turns, Why why, Instant now) {
        return isPassedThrough(now)
                ? new Advance(turns, 0, seen.pacedUntil(), Duration.ZERO, why)
                : pace.advance(seen, turns, why, now);
    }
}
