package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node on the embedded store: what can go wrong without any other store. */
@Tag("faults")
class NodeTest {

    private static final int CAPACITY = 200;
    private static final int VISITORS = FaultSize.of(1_500, 4_000);

    @Test
    void givenAnswersGetLost_whenTheNodeIsKilledAndPaused_thenNothingAcknowledgedIsLost(@TempDir Path data) {
        try (var nodes = Nodes.start(1, 0.01, data, "gatehouse.rooms.shop.capacity=" + CAPACITY)) {
            var visitors = Visitors.come(
                    nodes.port(), new Visitors.Plan(VISITORS, 300, CAPACITY, Duration.ofSeconds(1), true));

            visitors.untilJoined(VISITORS / 2);
            assertThat(visitors.waiting()).as("in line when the node is killed").isGreaterThan(VISITORS / 20);
            nodes.node(0).isKilled();
            nodes.node(0).starts();
            visitors.untilJoined(VISITORS * 3 / 4);
            nodes.node(0).isPaused();
            Scenario.lasts(Duration.ofSeconds(5));
            nodes.node(0).goesOn();
            visitors.untilJoined(VISITORS);
            visitors.untilAdmitted(VISITORS * 3 / 4);

            visitors.end();
            System.out.println(visitors + "; " + nodes.balancer().faults());
            visitors.areAllStillThere();
            assertThat(visitors.tooEarly()).isZero();
        }
    }
}
