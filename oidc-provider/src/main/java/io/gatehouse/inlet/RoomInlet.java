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

/**
 * The inlet that a room's settings describe: the strictest of a list. Every call goes by it, so a room that
 * is shut calls no one by any way. A new inlet is a class and a line in a list here.
 */
final class RoomInlet implements Inlet {

    private final RoomSettings settings;
    private final TunedInlet tuned;
    private final ShutInlet shut;
    private final PaceInlet pace;

    /** What holds visitors; of inlets that allow equally few, the first says why. */
    private final List<Inlet> inTurn;

    /** What holds visitors in a room that everybody passes through. */
    private final List<Inlet> passingThrough;

    RoomInlet(Room room, RoomSettings settings, Duration tick) {
        this(room, settings, TunedInlet.NONE, tick);
    }

    RoomInlet(Room room, RoomSettings settings, TunedInlet tuned, Duration tick) {
        this.settings = settings;
        this.tuned = room.isByHand(settings) ? TunedInlet.NONE : tuned;
        var limited = this.tuned.under(settings);
        this.shut = new ShutInlet(room, settings);
        this.pace = new PaceInlet(room, limited, tick);
        var stock = new StockInlet(settings);
        this.inTurn = List.of(shut, this.tuned.unknown(settings), pace, new CapacityInlet(limited.capacity()), stock);
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

    /** Whether no visitor is called, whatever rate, capacity and operators allow. */
    boolean isShut(RoomSnapshot seen, Instant now) {
        return shut.why(seen, now).isPresent();
    }

    private boolean isPassedThrough(Instant now) {
        return settings.phase(now) == Phase.PASS_THROUGH;
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
