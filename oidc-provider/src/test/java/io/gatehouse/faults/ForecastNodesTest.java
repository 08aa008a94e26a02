package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.Wire;
import io.gatehouse.store.redis.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Two nodes on one Redis, which judge forecasts. That takes real minutes: a promise is made when a minute is
 * over, and judged when a later one is.
 */
@Tag("faults")
class ForecastNodesTest {

    /** At one in two seconds the last of them still waits when the first minute is over. */
    private static final int VISITORS = 40;

    @Test
    void givenForecastsThatWereJudged_whenBothNodesAreKilled_thenTheirScoresAreStillEqualAndLackNone(
            @TempDir Path data) {
        try (var redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
                var nodes = Nodes.start(
                        2, 0, data, Scenario.settings(redis.settings(), VISITORS, "gatehouse.rooms.shop.rate=30/1m"))) {
            new RetryingVisitors(nodes.port()).sends(1, wire -> {
                for (var visitor = 0; visitor < VISITORS; visitor++) {
                    RetryingVisitors.joins(wire);
                }
            });
            var before = score(nodes);

            nodes.node(0).isKilled();
            nodes.node(1).isKilled();
            nodes.node(0).starts();
            nodes.node(1).starts();

            var after = score(nodes);
            System.out.println(before + " before the kill, and " + after + " after it");
            assertThat(after.path("since")).isEqualTo(before.path("since"));
            assertThat(judged(after)).isGreaterThanOrEqualTo(judged(before));
        }
    }

    /** The score of the first node, as soon as it is that of the second one as well, and not empty. */
    private static JsonNode score(Nodes nodes) {
        return await("one score, not empty")
                .atMost(Duration.ofMinutes(6))
                .pollInterval(Duration.ofSeconds(1))
                .pollInSameThread()
                .until(() -> score(nodes.node(0)), score -> judged(score) > 0 && score.equals(score(nodes.node(1))));
    }

    private static JsonNode score(GatehouseProcess node) {
        try (var wire = new Wire(node.port())) {
            return JsonMapper.shared()
                    .readTree(wire.gets("/rooms/shop/forecast", "").body())
                    .path("score");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static long judged(JsonNode score) {
        return score.path("kept").asLong()
                + score.path("early").asLong()
                + score.path("late").asLong();
    }
}
