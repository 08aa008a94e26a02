package io.gatehouse.store;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether the store does what it is asked: part of readiness, so that a load balancer prefers nodes that reach it. Two
 * things tell, and no probe asks the store itself. The turnstile's last look at a room must have succeeded; a node that has
 * not looked yet is not ready. And visitors must not be refused, as they are by a store that can only be read:
 * three times since a change was last made, and less than ten seconds ago.
 */
final class StoreHealth implements RoomWatcher, HealthIndicator, Guard.Listener {

    private static final int IN_A_ROW = 3;
    private static final Duration LATELY = Duration.ofSeconds(10);

    private final AtomicInteger refusals = new AtomicInteger();
    private volatile long refusedAt;
    private volatile boolean isSeen;

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        isSeen = true;
    }

    @Override
    public void lostSight(Room room) {
        isSeen = false;
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
        return (isSeen && !isRefusing() ? Health.up() : Health.outOfService()).build();
    }

    private boolean isRefusing() {
        return refusals.get() >= IN_A_ROW && System.nanoTime() - refusedAt < LATELY.toNanos();
    }
}
