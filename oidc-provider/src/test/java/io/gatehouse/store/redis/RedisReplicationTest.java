package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatehouse.room.Lines;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a failover may lose: Redis acknowledges before its replicas have it. The replica stands still and its
 * link is cut, so that it certainly lacks what is joined then; the master dies, and the replica takes over.
 */
@Tag("faults")
class RedisReplicationTest {

    private static final RoomId ROOM = new RoomId("shop");
    private static final String KEY = "gatehouse:{shop}:line";
    private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");

    @Test
    void givenJoinsThatNoReplicaHas_whenTheMasterDies_thenExactlyTheseAreLost() {
        try (var cluster = RedisCluster.start();
                var clients = Clients.impatient(cluster, 0)) {
            var store = new Lines(new RedisRoomStore(clients.link()));
            var before = joined(store, anyone(10));
            cluster.masterOf(KEY).awaitsItsReplica();

            var replica = isCutOff(cluster);
            var after = joined(store, anyone(5));
            takesOver(cluster, replica);

            untilAnswered(store);
            assertThat(before).allMatch(place -> isThere(store, place));
            assertThat(after).noneMatch(place -> isThere(store, place));
            assertThat(Awaited.until(() -> store.snapshot(ROOM, NOW)).issued()).isEqualTo(10);
        }
    }

    @Test
    void givenWritesThatWaitForAReplica_whenNoneHasThem_thenTheyWereNeverAcknowledged() {
        try (var cluster = RedisCluster.start();
                var clients = Clients.impatient(cluster, 1)) {
            var store = new Lines(new RedisRoomStore(clients.link()));
            var before = joined(store, anyone(10));

            var replica = isCutOff(cluster);
            var after = anyone(3);
            assertThat(after).allSatisfy(place -> assertThatThrownBy(() -> store.join(ROOM, place, NOW))
                    .isInstanceOf(StoreUnavailableException.class));
            var master = cluster.masterOf(KEY);
            takesOver(cluster, replica);
            master.starts();
            cluster.awaitsReplicas();

            untilAnswered(store);
            assertThat(before).allMatch(place -> isThere(store, place));
            assertThat(Awaited.until(() -> store.join(ROOM, after.get(0), NOW))
                            .place()
                            .number())
                    .isEqualTo(11);
        }
    }

    private static RedisServer isCutOff(RedisCluster cluster) {
        var replica = cluster.replicaOf(KEY);
        cluster.watchesClosely();
        replica.freezes();
        // Or what is sent to it would wait in its socket.
        cluster.masterOf(KEY).say("CLIENT", "KILL", "TYPE", "replica");
        return replica;
    }

    private static void takesOver(RedisCluster cluster, RedisServer replica) {
        cluster.masterOf(KEY).isKilled();
        replica.thaws();
        await("taken over")
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptions()
                .until(() -> cluster.masterOf(KEY) == replica);
    }

    private static void untilAnswered(Lines store) {
        await("answers again")
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptionsInstanceOf(StoreUnavailableException.class)
                .until(() -> store.snapshot(ROOM, NOW).issued() >= 10);
    }

    private static boolean isThere(Lines store, PlaceId place) {
        return Awaited.until(() -> store.find(ROOM, place, NOW)).isPresent();
    }

    private static List<PlaceId> joined(Lines store, List<PlaceId> visitors) {
        visitors.forEach(visitor -> Awaited.until(() -> store.join(ROOM, visitor, NOW)));
        return visitors;
    }

    private static List<PlaceId> anyone(int many) {
        return Stream.generate(() -> new PlaceId(UUID.randomUUID())).limit(many).toList();
    }
}
