package io.gatehouse.store;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.Rooms;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.health.contributor.Health;

/**
 * Whether the store does what it is asked: part of readiness, so that a load balancer prefers nodes that
 * reach it. Two things tell of a room, and no probe asks the store itself. The turnstile's last look at it
 * must have succeeded. And its visitors, and the turnstile when it calls them, must not be refused, as they
 * are by a store that can only be read: three times since a change was last made, and less than ten seconds
 * ago.
 *
 * <p>A node is ready when it has tried to look at every room, and one of them at least is well. It is not
 * taken away from all rooms for the sake of one whose part of the store is away or damaged: that one is so on
 * every node.
 */
final class StoreHealth implements RoomWatcher {

    private static final int IN_A_ROW = 3;
    private static final Duration LATELY = Duration.ofSeconds(10);

    private final Map<RoomId, RoomHealth> rooms = new ConcurrentHashMap<>();
    private final Ticker ticker;

    StoreHealth(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Hears how changes of this room end. */
    Guard.Listener listener(RoomId room) {
        return of(room);
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        of(room.id()).looked(true);
    }

    @Override
    public void lostSight(Room room) {
        of(room.id()).looked(false);
    }

    /**
     * Whether the store does what these rooms ask. The rooms are a parameter: they need the store, whose
     * guards need this object.
     */
    Health of(Rooms configured) {
        var all = configured.all().stream().map(Room::id).map(this::of).toList();
        var isReady = all.stream().allMatch(room -> room.isTried)
                && (all.isEmpty() || all.stream().anyMatch(RoomHealth::isWell));
        return (isReady ? Health.up() : Health.outOfService()).build();
    }

    private RoomHealth of(RoomId room) {
        return rooms.computeIfAbsent(room, first -> new RoomHealth());
    }

    /** The health of one room's part of the store. */
    private final class RoomHealth implements Guard.Listener {

        private final AtomicInteger refusals = new AtomicInteger();
        private volatile Deadline lately = Deadline.after(Duration.ZERO, ticker);
        private volatile boolean isTried;
        private volatile boolean isSeen;

        void looked(boolean saw) {
            isSeen = saw;
            isTried = true;
        }

        @Override
        public void answered() {
            refusals.set(0);
        }

        @Override
        public void refused() {
            lately = Deadline.after(LATELY, ticker);
            refusals.incrementAndGet();
        }

        boolean isWell() {
            return isSeen && !isRefusing();
        }

        private boolean isRefusing() {
            return refusals.get() >= IN_A_ROW && !lately.isExpired();
        }
    }
}
