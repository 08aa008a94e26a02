package io.gatehouse.faults;

import static io.gatehouse.faults.Scenario.CAPACITY;
import static io.gatehouse.faults.Scenario.VISITORS;
import static org.awaitility.Awaitility.await;

import io.gatehouse.store.redis.RedisCluster;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes on a Redis Cluster that replicates before it acknowledges. The room's master dies, its replica
 * takes over; while no replica has what is written, nothing is acknowledged, until the dead master is back as
 * a replica.
 */
@Tag("faults")
class RedisClusterNodesTest {

    private static final String ROOM = "gatehouse:{shop}:line";

    @Test
    void givenReplicatedJoins_whenTheRoomsMasterDies_thenNobodyLosesAPlace(@TempDir Path data) {
        try (var cluster = RedisCluster.start("--appendonly", "yes");
                var nodes = Nodes.start(
                        3, 0.01, data, Scenario.settings(cluster.settings(), CAPACITY, "gatehouse.redis.replicas=1"))) {
            var visitors = Visitors.come(
                    nodes.port(), new Visitors.Plan(VISITORS, 500, CAPACITY, Duration.ofSeconds(2), false));

            Scenario.passes(nodes, visitors, () -> failsOver(cluster), VISITORS / 2);
        }
    }

    private static void failsOver(RedisCluster cluster) {
        var master = cluster.masterOf(ROOM);
        var replica = cluster.replicaOf(ROOM);
        cluster.watchesClosely();
        master.isKilled();
        await("taken over")
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptions()
                .until(() -> cluster.masterOf(ROOM) == replica);
        master.starts();
        cluster.awaitsReplicas();
    }
}
