package io.gatehouse.history;

import io.gatehouse.history.HistoryRow.Measured;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.LatestWork;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the history of every room, minute by minute, in threads of its own: a store that is slow or away
 * holds no tick up. Rows that cannot be written wait for it, those of an hour at most; what is older is left
 * out, and is a gap.
 */
public final class MinuteRecorder implements RoomWatcher, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MinuteRecorder.class);

    /** A room writes for some milliseconds a minute. */
    private static final int THREADS = 2;

    private static final int MOST_UNWRITTEN = 60;

    private final History history;
    private final LocalCounts counts;
    private final BiFunction<Room, RoomSnapshot, Advance.Why> held;
    private final BiFunction<Room, RoomSnapshot, Optional<HistoryRow.Tuned>> tuned;
    private final Function<RoomId, Optional<HistoryRow.Score>> score;
    private final LatestWork<RoomId> writer = new LatestWork<>("history", THREADS);
    private final Map<RoomId, OfRoom> rooms = new ConcurrentHashMap<>();

    /**
     * @param held the rule that holds the line of a room, or lets it move
     * @param tuned the limit that a room has found by itself
     * @param score what has come of a room's forecasts
     */
    public MinuteRecorder(
            History history,
            LocalCounts counts,
            BiFunction<Room, RoomSnapshot, Advance.Why> held,
            BiFunction<Room, RoomSnapshot, Optional<HistoryRow.Tuned>> tuned,
            Function<RoomId, Optional<HistoryRow.Score>> score) {
        this.history = history;
        this.counts = counts;
        this.held = held;
        this.tuned = tuned;
        this.score = score;
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        if (room.isRetired() && snapshot.callable() + snapshot.slots() == 0) {
            rooms.remove(room.id());
            return;
        }
        var one = rooms.computeIfAbsent(room.id(), OfRoom::new);
        one.see(HistoryRow.of(snapshot, room.settings(snapshot), held.apply(room, snapshot), now)
                .tuned(tuned.apply(room, snapshot))
                .scored(score.apply(room.id())));
        one.count();
        write(one);
    }

    private void write(OfRoom room) {
        if (!room.unwritten.isEmpty()) {
            writer.add(room.id, room::write);
        }
    }

    /** Waits until everything seen by now is written or has failed: for callers that read it next. */
    public void settle() {
        writer.settle();
    }

    /** Writes the minute that is not over: a node that goes takes nothing with it. */
    @Override
    public void close() {
        rooms.values().forEach(room -> {
            room.count();
            Optional.ofNullable(room.last).ifPresent(room::keep);
            write(room);
        });
        writer.close();
    }

    /** The rows of one room. */
    private final class OfRoom {

        private final RoomId id;
        private final Deque<HistoryRow> unwritten = new ConcurrentLinkedDeque<>();
        private Measured counted = Measured.NONE;
        private @Nullable HistoryRow last;
        private boolean isSilent;
        private Instant folded = Instant.EPOCH;

        private OfRoom(RoomId id) {
            this.id = id;
        }

        /**
         * Of all looks in one minute of one opening, the last one is its row. Where a clock is set back,
         * minutes come again: the history keeps their first row.
         */
        private void see(HistoryRow look) {
            var before = last;
            last = look;
            Optional.ofNullable(before).filter(row -> !row.isOfSameTime(look)).ifPresent(this::keep);
        }

        private void keep(HistoryRow row) {
            if (unwritten.size() >= MOST_UNWRITTEN) {
                unwritten.pollFirst();
            }
            unwritten.addLast(row.and(counts.marked(counted)));
            counted = Measured.NONE;
        }

        /** Counts from before a look belong to the minute of the look. */
        private void count() {
            counted = counted.and(counts.take(id));
        }

        private void write() {
            try {
                for (var row = unwritten.peekFirst(); row != null; row = unwritten.peekFirst()) {
                    history.add(id, row);
                    unwritten.removeFirstOccurrence(row);
                    fold(row);
                }
                isSilent = false;
            } catch (StoreUnavailableException away) {
                if (!isSilent) {
                    LOG.warn(
                            "room {}: the store did not take its minute history, which is written later: {}",
                            id,
                            away.getMessage());
                }
                isSilent = true;
            } catch (RuntimeException broken) {
                if (!isSilent) {
                    LOG.error("room {}: its history cannot be written, the line goes on", id, broken);
                }
                isSilent = true;
            }
        }

        /** A quarter of an hour is soon enough for an hour that is over. */
        private void fold(HistoryRow row) {
            if (Duration.between(folded, row.begin()).abs().compareTo(Duration.ofMinutes(15)) >= 0) {
                history.fold(id, row.begin());
                folded = row.begin();
            }
        }
    }
}
