package io.gatehouse.notice;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many notices a room, and the house, may send by a way in a time, over all nodes. A node takes some at a
 * time, so that few write one record. What it has not sent when the time is over is lost: the limit is never
 * exceeded.
 *
 * <pre>
 * notice-budgets/{room}/{way}/{seconds}/{number since 1970}   how many nodes have taken; twice the time
 * </pre>
 */
final class NoticeBudget {

    private static final int BLOCK = 50;
    private static final int BLOCKS = 20;

    /**
     * A limit of a way.
     *
     * @param isOfHouse whether it holds for all rooms together; else for each
     */
    record Limit(boolean isOfHouse, Duration time, int most) {}

    private record Taken(long count) {}

    private record Window(RoomId room, Way way, Limit limit, long number) {

        private String key() {
            return "notice-budgets/" + room + "/" + way.word() + "/"
                    + limit.time().toSeconds() + "/" + number;
        }
    }

    private final StoredRecords<Taken> taken;
    private final Map<Way, List<Limit>> limits;
    private final Clock clock;
    private final Map<Window, Integer> left = new HashMap<>();

    /** @param limits a way that has none may send nothing */
    NoticeBudget(ExpiringStore store, Map<Way, List<Limit>> limits, Clock clock) {
        this.taken = new StoredRecords<>(store, Taken.class, clock);
        this.limits = Map.copyOf(limits);
        this.clock = clock;
    }

    /** Takes one of each limit; false, and none is taken, when one of them is exhausted. */
    synchronized boolean spend(RoomId room, Way way) {
        left.keySet().removeIf(old -> old.number() < number(old.limit()));
        var spent = new ArrayList<Window>();
        for (var window : windows(room, way)) {
            if (!spend(window)) {
                spent.forEach(this::giveBack);
                return false;
            }
            spent.add(window);
        }
        return !spent.isEmpty();
    }

    private boolean spend(Window window) {
        var own = left.computeIfAbsent(window, this::more);
        if (own == 0) {
            own = more(window);
        }
        left.put(window, Math.max(0, own - 1));
        return own > 0;
    }

    /** One that was taken is not sent: it is there again in this time. */
    synchronized void giveBack(RoomId room, Way way) {
        windows(room, way).forEach(this::giveBack);
    }

    private void giveBack(Window window) {
        left.computeIfPresent(window, (same, own) -> own + 1);
    }

    private List<Window> windows(RoomId room, Way way) {
        return limits.getOrDefault(way, List.of()).stream()
                .map(limit -> new Window(limit.isOfHouse() ? RoomId.HOUSE : room, way, limit, number(limit)))
                .toList();
    }

    private long number(Limit limit) {
        return clock.instant().getEpochSecond() / limit.time().toSeconds();
    }

    private int more(Window window) {
        var most = window.limit().most();
        while (true) {
            var found = taken.get(window.key());
            var before = found.map(StoredRecords.Found::value).map(Taken::count).orElse(0L);
            var block = (int) Math.min(Math.max(1, Math.min(BLOCK, most / BLOCKS)), most - before);
            if (block <= 0) {
                return 0;
            }
            var until = clock.instant().plus(window.limit().time().multipliedBy(2));
            if (taken.replace(window.key(), found, new Taken(before + block), until)) {
                return block;
            }
        }
    }
}
