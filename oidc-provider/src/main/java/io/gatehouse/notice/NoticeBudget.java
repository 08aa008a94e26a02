package io.gatehouse.notice;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How many notices a room may send by a way in an hour, over all nodes. A node takes some at a time, so that
 * few write one record.
 *
 * <pre>
 * notice-budgets/{room}/{way}/{hour since 1970}   how many nodes have taken; two hours
 * </pre>
 */
final class NoticeBudget {

    private static final int BLOCK = 50;

    private record Taken(long count) {}

    private record Hour(RoomId room, Way way, long hour) {

        private String key() {
            return "notice-budgets/" + room + "/" + way.word() + "/" + hour;
        }
    }

    private final StoredRecords<Taken> taken;
    private final Map<Way, Integer> most;
    private final Clock clock;
    private final Map<Hour, Integer> left = new HashMap<>();

    NoticeBudget(ExpiringStore store, Map<Way, Integer> most, Clock clock) {
        this.taken = new StoredRecords<>(store, Taken.class, clock);
        this.most = Map.copyOf(most);
        this.clock = clock;
    }

    /** Takes one; false when none is left in this hour. */
    synchronized boolean spend(RoomId room, Way way) {
        var hour = new Hour(room, way, clock.instant().getEpochSecond() / 3600);
        left.keySet().removeIf(old -> old.hour() < hour.hour());
        var own = left.computeIfAbsent(hour, this::more);
        if (own == 0) {
            own = more(hour);
        }
        left.put(hour, Math.max(0, own - 1));
        return own > 0;
    }

    /** One that was taken is not sent: it is there again in this hour. */
    synchronized void giveBack(RoomId room, Way way) {
        var hour = new Hour(room, way, clock.instant().getEpochSecond() / 3600);
        left.computeIfPresent(hour, (same, own) -> own + 1);
    }

    private int more(Hour hour) {
        while (true) {
            var found = taken.get(hour.key());
            var before = found.map(StoredRecords.Found::value).map(Taken::count).orElse(0L);
            var block = (int) Math.min(BLOCK, most.getOrDefault(hour.way(), 0) - before);
            if (block <= 0) {
                return 0;
            }
            var until = clock.instant().plus(Duration.ofHours(2));
            if (taken.replace(hour.key(), found, new Taken(before + block), until)) {
                return block;
            }
        }
    }
}
