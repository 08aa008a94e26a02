package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.RoomId;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.SystemScheduler;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Who waits, in a cluster: all keys of a room are in one slot, and a replica that takes over begins a block
 * of its own.
 */
class RedisWaitingLineClusterTest {

    private static final String KEY = "gatehouse:{shop}:waiting:1";

    private final MutableClock clock = MutableClock.standing();
    private final RoomId room = new RoomId("shop");

    @Test
    void givenAMasterIsKilled_whenItsReplicaTakesOver_thenNoPositionIsGivenTwiceAndAllKeepTheirs() {
        try (var cluster = RedisCluster.start();
                var clients = Clients.impatient(cluster, 0)) {
            var line = new RedisWaitingLine(
                    clients.link(),
                    new BlocksInMemory(),
                    Duration.ofMinutes(2),
                    new SecureRandom(),
                    new SystemScheduler());
            var before = Stream.generate(() -> Awaited.until(() -> join(line)))
                    .limit(3)
                    .toList();

            cluster.watchesClosely();
            cluster.masterOf(KEY).isKilled();
            var next = Awaited.until(() -> join(line));

            assertThat(next.number()).isGreaterThan(1_000);
            assertThat(before).allSatisfy(place -> assertThat(
                            Awaited.until(() -> line.restore(room, proof(place), clock.instant())))
                    .contains(place));
        }
    }

    private Place join(RedisWaitingLine line) {
        return line.join(room, 1, new PlaceId(UUID.randomUUID()), 0, clock.instant());
    }

    private static PlaceProof proof(Place place) {
        return PlaceProof.of(place);
    }
}
