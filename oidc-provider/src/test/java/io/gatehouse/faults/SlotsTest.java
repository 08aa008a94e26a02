package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.Ticket;
import io.gatehouse.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Capacity as somebody outside sees it: the visits whose tokens userinfo accepts at one moment. Visitors come
 * to twenty slots, at full size three hundred of them, give up anywhere, or come to their turns when the
 * slots have been handed on; and the only node is killed again and again meanwhile.
 */
@Tag("faults")
class SlotsTest {

    private static final int VISITORS = FaultSize.of(100, 300);
    private static final int CAPACITY = 20;
    /** After the first there is one that was itself started on what another left. */
    private static final int KILLS = FaultSize.of(2, 3);

    private static final int A_SECOND = 6;
    private static final Duration COMING = Duration.ofSeconds(VISITORS / 60);

    @Test
    void givenACapacityThatBinds_whenTheNodeIsKilledAgainAndAgain_thenNoMoreAreInsideThanItHasSlots(
            @TempDir Path data) {
        try (var node = node(data, "6s")) {
            node.starts();

            var guests = come(node);

            assertThat(guests.mostSlots()).isLessThanOrEqualTo(CAPACITY);
            assertThat(guests.mostSlots()).as("the capacity was used").isGreaterThan(CAPACITY / 2);
        }
    }

    /** Who counts asks userinfo, and each question is a use: so visits last three times as long as without. */
    @Test
    void givenVisitsThatAreRenewed_whenTheNodeIsKilledAgainAndAgain_thenNoMoreAreInsideThanItHasSlots(
            @TempDir Path data) {
        try (var node = node(data, "2s", "gatehouse.rooms.shop.admission-renewal=2s up to 6s")) {
            node.starts();

            var guests = come(node);

            assertThat(guests.mostSlots()).isLessThanOrEqualTo(CAPACITY);
            assertThat(guests.mostSlots()).as("the capacity was used").isGreaterThan(CAPACITY / 2);
        }
    }

    @Test
    void givenARateThatBinds_whenTheNodeIsKilledAgainAndAgain_thenNeitherRateNorCapacityIsExceeded(@TempDir Path data) {
        // Else it would call faster, for those that do not come.
        var sites = "gatehouse.sites.shop.max-admissions-per-second=" + A_SECOND;
        try (var node = node(data, "1s", "gatehouse.rooms.shop.rate=" + A_SECOND + "/1s", sites)) {
            node.starts();
            var begun = System.nanoTime();

            var guests = come(node);

            var seconds = (System.nanoTime() - begun) / 1e9;
            assertThat(guests.mostSlots()).as("the rate held it below").isLessThan(CAPACITY);
            // One more for the second in which the node ticked, and one for the turn that comes first.
            assertThat((double) serving(node)).isLessThanOrEqualTo(A_SECOND * (seconds + 1) + 1);
        }
    }

    /** Some come back after their visit, and stand ahead of the line. */
    @Test
    void givenAGraceAfterTheEnd_whenTheNodeIsKilledAgainAndAgain_thenNoMoreAreInsideThanItHasSlots(@TempDir Path data) {
        try (var node = node(data, "2s", "gatehouse.rooms.shop.grace=20s")) {
            node.starts();

            var guests = come(node, Optional.of(Duration.ofSeconds(2)));

            assertThat(guests.mostSlots()).isLessThanOrEqualTo(CAPACITY);
            assertThat(guests.cameBack()).isPositive();
        }
    }

    private static Guests come(GatehouseProcess node) {
        return come(node, Optional.empty());
    }

    private static Guests come(GatehouseProcess node, Optional<Duration> visit) {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var guests = new Guests(node.port(), VISITORS, COMING, visit, seed);
        for (var kill = 1; kill <= KILLS; kill++) {
            guests.untilAdmitted(CAPACITY + kill * 10);
            node.isKilled();
            node.starts();
        }
        guests.untilAllAreGone();
        System.out.println(guests);
        return guests;
    }

    private static long serving(GatehouseProcess node) {
        try (var wire = new RetryingVisitors(node.port()).wire()) {
            return Ticket.serving(RetryingVisitors.board(wire));
        }
    }

    private static GatehouseProcess node(Path data, String visit, String... settings) {
        var all = new ArrayList<>(List.of(
                "gatehouse.rooms.shop.capacity=" + CAPACITY,
                "gatehouse.rooms.shop.claim-window=2s",
                "gatehouse.rooms.shop.slot-held=1s",
                "gatehouse.rooms.shop.admission-ttl=" + visit));
        all.addAll(List.of(settings));
        return GatehouseProcess.ofMany(List.of("-Xmx384m"), FreePorts.next(), data, all.toArray(String[]::new));
    }
}
