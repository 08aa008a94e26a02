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

    @Test
    void givenAnswersGetLost_whenTheNodeIsKilledAndPaused_thenNothingAcknowledgedIsLost(@TempDir Path data) {
        try (var nodes = Nodes.start(1, 0.01, data, "gatehouse.rooms.shop.capacity=" + CAPACITY)) {
            var visitors =
                    Visitors.come(nodes.port(), new Visitors.Plan(4_000, 300, CAPACITY, Duration.ofSeconds(1), true));

            visitors.untilJoined(1_500);
            nodes.node(0).isKilled();
            nodes.node(0).starts();
            visitors.untilJoined(3_000);
            nodes.node(0).isPaused();
            Scenario.lasts(Duration.ofSeconds(5));
            nodes.node(0).goesOn();
            visitors.untilJoined(4_000);
            visitors.untilAdmitted(3_000);

            visitors.end();
            System.out.println(visitors + "; " + nodes.balancer().faults());
            visitors.areAllStillThere();
            assertThat(visitors.tooEarly()).isZero();
        }
    }
}
