package io.gatehouse.inlet;

import io.gatehouse.room.RoomId;
import io.gatehouse.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The time for which this node has seen each room without a gap. No place may end for want of a look before
 * each page has had time for one again. A changed clock makes a gap as well, since its readings of the past
 * cannot be believed.
 */
final class StoreContact {

    /** Longer than the time between two beats, and than the usual correction of a clock. */
    private static final Duration GAP = Duration.ofMinutes(1);

    /** Readings of the ticker at the first look without a gap and at the last; and the clock at the last. */
    private record Span(long first, long last, Instant clock) {

        Span until(long now, Instant clockNow) {
            var passed = Duration.ofNanos(now - last);
            var drift = Duration.between(clock, clockNow).minus(passed).abs();
            var isWhole = passed.compareTo(GAP) <= 0 && drift.compareTo(GAP) <= 0;
            return new Span(isWhole ? first : now, now, clockNow);
        }
    }

    private final Ticker ticker;
    private final Map<RoomId, Span> spans = new ConcurrentHashMap<>();

    StoreContact(Ticker ticker) {
        this.ticker = ticker;
    }

    /** The room has been seen. */
    void isThere(RoomId room, Instant clock) {
        var now = ticker.read();
        spans.compute(room, (same, span) -> span == null ? new Span(now, now, clock) : span.until(now, clock));
    }

    /** The room could not be seen, or not be written to. */
    void isLost(RoomId room) {
        spans.remove(room);
    }

    /** Whether the room has been seen for this time at least, and still is. */
    boolean hasLasted(RoomId room, Duration time) {
        var span = spans.get(room);
        return span != null && span.last() - span.first() >= time.toNanos();
    }
}
