package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The servers that other tests rely on do what they say. */
class RedisFixturesTest {

    @Test
    void givenAServerThatAppends_whenItIsKilledAndStarted_thenItHasItsData() {
        try (var server = RedisServer.start("--appendonly", "yes", "--appendfsync", "always")) {
            server.say("SET", "key", "value");

            server.isKilled();
            server.starts();

            assertThat(server.say("GET", "key")).isEqualTo("value");
            server.isKilled();
            server.startsEmpty();
            assertThat(server.say("GET", "key")).isEmpty();
        }
    }

    @Test
    void givenACluster_whenAMasterIsKilled_thenItsReplicaTakesOver() {
        try (var cluster = RedisCluster.start()) {
            var before = cluster.masterOf("key");
            var replica = cluster.replicaOf("key");
            assertThat(before.say("SET", "key", "value")).isEqualTo("OK");
            before.awaitsItsReplica();

            cluster.watchesClosely();
            before.isKilled();

            await().atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> cluster.masterOf("key") == replica);
            cluster.awaitsService();
            assertThat(replica.say("GET", "key")).isEqualTo("value");
            before.starts();
            cluster.awaitsReplicas();
        }
    }
}
