package io.gatehouse.store;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.WaitingRoom;
import io.gatehouse.room.WaitingRooms;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether the store does what it is asked: part of readiness, so that a load balancer prefers nodes that reach it. Two
 * things tell, and no probe asks the store itself. The turnstile's last look at each room must have succeeded; a node that has
 * not looked yet is not ready. And visitors must not be refused, as they are by a store that can only be read:
 * three times since a change was last made, and less than ten seconds ago.
 */
final class StoreHealth implements RoomWatcher, HealthIndicator, Guard.Listener {

    private static final int IN_A_ROW = 3;
    private static final Duration LATELY = Duration.ofSeconds(10);

    private final AtomicInteger refusals = new AtomicInteger();
    private volatile long refusedAt;
    private final Set<RoomId> seen = ConcurrentHashMap.newKeySet();
    private final Supplier<WaitingRooms> rooms;

    StoreHealth(Supplier<WaitingRooms> rooms) {
        this.rooms = rooms;
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        seen.add(room.id());
    }

    @Override
    public void lostSight(Room room) {
        seen.remove(room.id());
    }

    @Override
    public void answered() {
        refusals.set(0);
    }

    @Override
    public void refused() {
        refusedAt = System.nanoTime();
        refusals.incrementAndGet();
    }

    @Override
    public Health health() {
        return (areAllSeen() && !isRefusing() ? Health.up() : Health.outOfService()).build();
    }

    private boolean areAllSeen() {
        return rooms.get().all().stream().map(WaitingRoom::id).allMatch(seen::contains);
    }

    private boolean isRefusing() {
        return refusals.get() >= IN_A_ROW && System.nanoTime() - refusedAt < LATELY.toNanos();
    }
}
