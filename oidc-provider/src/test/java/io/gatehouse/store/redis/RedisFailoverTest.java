package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole service on a cluster that loses the master of its room. */
@Tag("faults")
class RedisFailoverTest {

    private static final String KEY = "gatehouse:{shop}:places";
    private static final Duration SOON = Duration.ofMinutes(2);

    private final RedisCluster cluster = RedisCluster.start();
    private final RunningGatehouse gatehouse = RunningGatehouse.start(cluster.settings());

    @BeforeEach
    void join() {
        gatehouse.browser().opens(Login.authorize());
        var replica = cluster.replicaOf(KEY);
        await().atMost(SOON).until(() -> replica.info("slave_repl_offset")
                .equals(cluster.masterOf(KEY).info("master_repl_offset")));
        cluster.watchesClosely();
    }

    @AfterEach
    void stop() {
        gatehouse.close();
        cluster.close();
    }

    @Test
    void givenAMasterIsKilled_whenItsReplicaTakesOver_thenTheLineGoesOnAndNodesCanStart() {
        var replica = cluster.replicaOf(KEY);

        cluster.masterOf(KEY).isKilled();

        await().atMost(SOON).until(this::isServed);
        // Another master may still say that the cluster is down.
        cluster.awaitsService();
        assertThat(replica.info("role")).isEqualTo("master");
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
        RedisStory.isTold(gatehouse);
        try (var another = RunningGatehouse.start(cluster.settings())) {
            assertThat(another.room("shop").snapshot().issued()).isEqualTo(2);
        }
    }

    @Test
    void givenAMasterHangs_whenItsReplicaTakesOver_thenTheLineGoesOn() {
        var master = cluster.masterOf(KEY);

        master.freezes();

        await().atMost(SOON).until(this::isServed);
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
        master.thaws();
        cluster.awaitsReplicas();
        RedisStory.isTold(gatehouse);
    }

    private boolean isServed() {
        try {
            return gatehouse.room("shop").snapshot().opening() == 1;
        } catch (io.gatehouse.room.StoreUnavailableException notYet) {
            return false;
        }
    }
}
