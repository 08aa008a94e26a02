package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.store.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes on one Redis that keeps what it has acknowledged. */
@Tag("faults")
class RedisNodesTest {

    private static final int VISITORS = 30_000;
    private static final int CAPACITY = 500;
    private static final Duration STANDSTILL = Duration.ofSeconds(20);

    @Test
    void givenThirtyThousandVisitors_whenANodeIsKilledAndOnePaused_thenNobodyLosesAPlace(@TempDir Path data) {
        try (var redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
                var nodes = Nodes.start(3, 0.01, data, Scenario.settings(redis.settings(), CAPACITY))) {
            var visitors = Visitors.come(
                    nodes.port(), new Visitors.Plan(VISITORS, 500, CAPACITY, Duration.ofSeconds(2), true));

            visitors.untilJoined(VISITORS / 5);
            nodes.node(0).isKilled();
            visitors.untilJoined(VISITORS * 2 / 5);
            nodes.node(0).starts();
            visitors.untilJoined(VISITORS * 3 / 5);
            nodes.node(1).isPaused();
            Scenario.lasts(STANDSTILL);
            nodes.node(1).goesOn();
            visitors.untilJoined(VISITORS);
            visitors.untilAdmitted(VISITORS / 2);

            visitors.end();
            System.out.println(visitors + "; " + nodes.balancer().faults());
            visitors.areAllStillThere();
            assertThat(visitors.tooEarly())
                    .as("on the board, but not yet called")
                    .isZero();
        }
    }
}
