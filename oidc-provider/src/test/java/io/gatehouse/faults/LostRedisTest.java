package io.gatehouse.faults;

import static io.gatehouse.faults.Scenario.CAPACITY;
import static io.gatehouse.faults.Scenario.VISITORS;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes on Redis and DynamoDB, and Redis comes back empty. Visitors stay for long, so that few are let
 * in: DynamoDB Local shares the machine's two cores, and what it has to do is what admissions cost.
 */
@Tag("faults")
class LostRedisTest {

    @Test
    void givenACrowdInLine_whenRedisLosesEverything_thenNobodyLosesAPlace(@TempDir Path data) {
        try (var redis = RedisServer.start();
                var dynamoDb = DynamoDbLocal.start();
                var nodes = Nodes.start(
                        3,
                        0.01,
                        data,
                        Scenario.settings(
                                dynamoDb.settings("redis+dynamodb", "gatehouse"),
                                CAPACITY,
                                "spring.data.redis.url=" + redis.url(),
                                "gatehouse.redis.recovery=" + FaultSize.of(20, 40) + "s"))) {
            var visitors = Visitors.come(
                    nodes.port(),
                    new Visitors.Plan(
                            VISITORS,
                            500,
                            CAPACITY,
                            FaultSize.of(Duration.ofSeconds(20), Duration.ofSeconds(40)),
                            false));

            Scenario.passes(nodes, visitors, () -> losesAll(redis), FaultSize.of(700, 1_500));

            assertThat(visitors.recovered())
                    .as("lost up to there, says the board")
                    .isPositive();
        }
    }

    private static void losesAll(RedisServer redis) {
        redis.isKilled();
        redis.startsEmpty();
    }
}
