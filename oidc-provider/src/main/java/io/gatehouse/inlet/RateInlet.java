package io.gatehouse.inlet;

import io.gatehouse.room.Advance;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.time.Clocks;
import java.time.Duration;
import java.time.Instant;

/**
 * Hands turns out evenly, by the rate. It works like the virtual scheduling form of the generic
 * cell rate algorithm (ITU-T I.371): each turn uses up its share of time, {@code pacedUntil} says up to when
 * time is used up, and time that no turn used is lost but for one allowance, so that a quiet hour is not
 * followed by a burst.
 *
 * <p>The rest of a turn at a tick is kept on top of the allowance. Without it, one tick a second would make
 * 180 of 200 turns a minute.
 */
final class RateInlet implements Inlet {

    private final long nanosPerTurn;
    private final Duration allowance;

    /**
     * @param nanosPerTurn the share of time that each turn uses up, 1 or more
     * @param allowance how much unused time may be made up for: one tick, so that ticking does not lower the
     *     rate
     */
    RateInlet(long nanosPerTurn, Duration allowance) {
        this.nanosPerTurn = nanosPerTurn;
        this.allowance = allowance;
    }

    @Override
    public Allowance next(RoomSnapshot room, Instant now) {
        return new Allowance(Math.max(0, freeNanos(room, now) / nanosPerTurn), Advance.Why.RATE);
    }

    /** The time up to which the rate is used up once this many turns have been handed out. */
    Instant pacedUntil(RoomSnapshot room, long turns, Instant now) {
        return now.minusNanos(freeNanos(room, now)).plusNanos(Math.multiplyExact(turns, nanosPerTurn));
    }

    Duration perTurn() {
        return Duration.ofNanos(nanosPerTurn);
    }

    private long freeNanos(RoomSnapshot room, Instant now) {
        var longest = allowance.toNanos() + nanosPerTurn - 1;
        var isLongAgo = room.pacedUntil().isBefore(now.minusNanos(longest));
        var isSetBack = Clocks.isAhead(room.pacedUntil(), now);
        return isLongAgo || isSetBack
                ? longest
                : Duration.between(room.pacedUntil(), now).toNanos();
    }
}
