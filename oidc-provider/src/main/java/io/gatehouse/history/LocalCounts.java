package io.gatehouse.history;

import io.gatehouse.history.HistoryRow.Measured;
import io.gatehouse.room.RoomId;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * This node's counts of the fates of visitors, until they are written into the history. One node writes each
 * change of a place, so the sum over all nodes counts each visitor once.
 */
public final class LocalCounts {

    private final SecureRandom random;
    private final Map<RoomId, Measured> rooms = new ConcurrentHashMap<>();

    LocalCounts(SecureRandom random) {
        this.random = random;
    }

    /** A visitor was called for the first time, so long after joining. */
    public void waited(RoomId room, Duration span) {
        count(room, new Measured(0, 0, Spans.NONE.and(span).counts(), List.of(), List.of()));
    }

    /** An admission has ended, so long after the claim. */
    public void visited(RoomId room, Duration span) {
        count(room, new Measured(0, 0, List.of(), Spans.NONE.and(span).counts(), List.of()));
    }

    /** A visitor has left the line. */
    public void left(RoomId room) {
        count(room, new Measured(1, 0, List.of(), List.of(), List.of()));
    }

    /** A place ended because no page looked for it. */
    public void forgotten(RoomId room) {
        count(room, new Measured(0, 1, List.of(), List.of(), List.of()));
    }

    private void count(RoomId room, Measured one) {
        rooms.merge(room, one, Measured::and);
    }

    /** The counts since the last call. */
    Measured take(RoomId room) {
        return Optional.ofNullable(rooms.remove(room)).orElse(Measured.NONE);
    }

    /** These counts under a mark of their own, unless all of them are 0. */
    Measured marked(Measured counted) {
        return counted.equals(Measured.NONE)
                ? counted
                : counted.and(new Measured(0, 0, List.of(), List.of(), List.of(mark())));
    }

    private String mark() {
        return Integer.toString(random.nextInt(Integer.MAX_VALUE), Character.MAX_RADIX);
    }
}
