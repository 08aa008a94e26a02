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
 * Limits the notices that a room, and the house, may send by a way in a time, over all nodes. A node takes a
 * block at a time, so that few nodes write one record. The unused rest of a block is lost when the time is
 * over: the limit is never exceeded.
 *
 * <pre>
 * notice-budgets/{room}/{way}/{seconds}/{number since 1970}        how many nodes have taken; twice the time
 * notice-budgets/{room}/{way}/{seconds}-soon/{number since 1970}   likewise, for turns that are near
 * </pre>
 */
final class NoticeBudget {

    private static final int BLOCK = 50;
    private static final int BLOCKS = 20;

    /**
     * A limit of a way.
     *
     * @param isOfHouse whether it holds for all rooms together; else for each
     * @param isOfSoon whether it bounds only the notices that a turn is near; else all
     */
    record Limit(boolean isOfHouse, boolean isOfSoon, Duration time, int most) {

        /** Half of it, for the notices that a turn is near: the other half is left for the turns. */
        Limit halfOfSoon() {
            return new Limit(isOfHouse, true, time, most / 2);
        }
    }

    /** The share of each limit that one notice uses; nothing when a limit was exhausted. */
    record Spent(List<Window> windows) {

        boolean isNothing() {
            return windows.isEmpty();
        }
    }

    private record Taken(long count) {}

    private record Window(RoomId room, Way way, Limit limit, long number) {

        private String key() {
            return "notice-budgets/" + room + "/" + way.word() + "/"
                    + limit.time().toSeconds() + (limit.isOfSoon() ? "-soon/" : "/") + number;
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

    /**
     * Takes one of each limit; none is taken when one of them is exhausted, or the store is away.
     *
     * @param isTurn whether the turn has come; else it is near
     */
    synchronized Spent spend(RoomId room, Way way, boolean isTurn) {
        left.keySet().removeIf(old -> old.number() < number(old.limit()));
        var all = windows(room, way, isTurn);
        var spent = new ArrayList<Window>();
        try {
            all.stream().takeWhile(this::spend).forEach(spent::add);
        } finally {
            if (spent.size() < all.size()) {
                spent.forEach(this::giveBack);
            }
        }
        return new Spent(spent.size() < all.size() ? List.of() : spent);
    }

    private boolean spend(Window window) {
        var own = left.computeIfAbsent(window, this::more);
        if (own == 0) {
            own = more(window);
        }
        left.put(window, Math.max(0, own - 1));
        return own > 0;
    }

    /** Returns the shares of a notice that is not sent, while their time lasts. */
    synchronized void giveBack(Spent unsent) {
        unsent.windows.forEach(this::giveBack);
    }

    private void giveBack(Window window) {
        left.computeIfPresent(window, (same, own) -> own + 1);
    }

    private List<Window> windows(RoomId room, Way way, boolean isTurn) {
        return limits.getOrDefault(way, List.of()).stream()
                .filter(limit -> !(isTurn && limit.isOfSoon()))
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
