package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes on Redis and DynamoDB, and Redis comes back empty. A third of the crowd of {@link RedisNodesTest}: DynamoDB
 * Local shares the machine's two cores, and 30,000 took it more than eight minutes.
 */
@Tag("faults")
class LostRedisTest {

    private static final int VISITORS = 10_000;
    private static final int CAPACITY = 500;

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
                                "gatehouse.redis.recovery=40s"))) {
            var visitors = Visitors.come(
                    nodes.port(), new Visitors.Plan(VISITORS, 250, CAPACITY, Duration.ofSeconds(5), false));

            visitors.untilJoined(VISITORS / 4);
            nodes.node(0).isKilled();
            visitors.untilJoined(VISITORS / 2);
            redis.isKilled();
            redis.startsEmpty();
            nodes.node(0).starts();
            visitors.untilJoined(VISITORS * 3 / 4);
            nodes.node(1).isPaused();
            Scenario.lasts(Duration.ofSeconds(20));
            nodes.node(1).goesOn();
            visitors.untilJoined(VISITORS);
            visitors.untilAdmitted(2_000);

            visitors.end();
            System.out.println(visitors + "; " + nodes.balancer().faults());
            visitors.areAllStillThere();
            assertThat(visitors.recovered())
                    .as("lost up to there, says the board")
                    .isPositive();
        }
    }
}
