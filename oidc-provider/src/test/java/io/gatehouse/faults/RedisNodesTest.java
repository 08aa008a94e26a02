package io.gatehouse.faults;

import static io.gatehouse.faults.Scenario.CAPACITY;
import static io.gatehouse.faults.Scenario.VISITORS;
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

    @Test
    void givenACrowd_whenANodeIsKilledAndOnePaused_thenNobodyLosesAPlace(@TempDir Path data) {
        try (var redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
                var nodes = Nodes.start(3, 0.01, data, Scenario.settings(redis.settings(), CAPACITY))) {
            var visitors = Visitors.come(
                    nodes.port(), new Visitors.Plan(VISITORS, 500, CAPACITY, Duration.ofSeconds(2), true));

            Scenario.passes(nodes, visitors, () -> {}, VISITORS / 2);

            assertThat(visitors.tooEarly())
                    .as("on the board, but not yet called")
                    .isZero();
        }
    }
}
