package io.gatehouse.store.redis;

import static org.awaitility.Awaitility.await;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.room.HistoryContract;
import io.gatehouse.room.RoomStore;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Six nodes on a Redis Cluster that replicates before it acknowledges. Now and then all replicas take over
 * from their masters, who are told, or a master is killed.
 */
@Tag("faults")
class RedisClusterHistoryTest extends HistoryContract {

    private static final int FAILED_OVER_EVERY = 5;
    private static final int KILLED_IN = 12;

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private static List<Clients> clients;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
        clients = Stream.generate(() -> Clients.impatient(cluster, 1)).limit(6).toList();
    }

    @AfterAll
    static void stop() {
        clients.forEach(Clients::close);
        cluster.close();
    }

    @Override
    protected RoomStore node(int number) {
        return new RedisRoomStore(clients.get(number).link());
    }

    @Override
    protected int rounds() {
        return FaultSize.of(KILLED_IN + 2, 30);
    }

    @Override
    protected void fault(int round) {
        var key = String.valueOf(round);
        if (round == KILLED_IN) {
            var master = cluster.masterOf(key);
            cluster.watchesClosely();
            master.isKilled();
            // Empty, so it must not come back before another has its slots.
            await().atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> cluster.masterOf(key) != master);
            master.starts();
            cluster.awaitsReplicas();
        } else if (round % FAILED_OVER_EVERY == 0) {
            cluster.nodes().stream()
                    .filter(node -> node.info("role").equals("slave"))
                    .forEach(replica -> replica.say("CLUSTER", "FAILOVER"));
            cluster.awaitsReplicas();
        }
    }
}
