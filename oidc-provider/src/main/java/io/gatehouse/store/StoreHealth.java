package io.gatehouse.store;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import java.time.Instant;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether the store answers, as the turnstile's last look at a room found it: part of readiness, so that a load balancer
 * prefers nodes that reach the store. Nobody's request asks the store for it. A node that has not looked yet is not ready.
 */
final class StoreHealth implements RoomWatcher, HealthIndicator {

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
    public Health health() {
        return (isSeen ? Health.up() : Health.outOfService()).build();
    }
}
