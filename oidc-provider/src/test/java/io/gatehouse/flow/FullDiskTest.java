package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When nothing more can be written, visitors are told to come again, and nobody loses a place. */
@Tag("faults")
class FullDiskTest {

    /** Room for a few hundred joins. */
    private static final int KILOBYTES = 192;

    private static final int MORE_THAN_FIT = 20_000;

    @Test
    void givenAFullDisk_whenVisitorsJoin_thenTheyAreAskedForPatienceAndNoPlaceIsLost(@TempDir Path data)
            throws IOException {
        try (var gatehouse = GatehouseProcess.ofMany(List.of(), FreePorts.next(), data)) {
            gatehouse.startsWithFilesUpTo(KILOBYTES);
            var tickets = new ArrayList<Ticket>();

            var refused = joinsUntilRefused(gatehouse, tickets);
            var refusal = refused.reply;

            assertThat(refusal.status()).isEqualTo(503);
            assertThat(refusal.header("retry-after")).matches("[1-9][0-9]*");
            assertThat(refusal.body())
                    .contains("<html", "Places in line are safe")
                    .doesNotContain("Exception");
            gatehouse.isKilled();
            gatehouse.starts();
            keptAll(gatehouse, tickets, refused.cookie);
        }
    }

    /** Somebody who was asked to come back. */
    private record Refused(String cookie, Wire.Reply reply) {}

    private static Refused joinsUntilRefused(GatehouseProcess gatehouse, List<Ticket> tickets) throws IOException {
        try (var wire = new Wire(gatehouse.port())) {
            while (tickets.size() < MORE_THAN_FIT) {
                var cookie = wire.gets("/rooms/shop/enter", "").cookie();
                var joined = wire.gets("/rooms/shop/enter?request=&cookie=set", cookie);
                if (joined.status() != 303) {
                    return new Refused(cookie, joined);
                }
                tickets.add(Ticket.of(joined));
            }
        }
        throw new AssertionError("the disk has never been full");
    }

    /**
     * And who was refused, asking again, stands behind them with no position left out: whether their place
     * reached the disk or not.
     */
    private static void keptAll(GatehouseProcess gatehouse, List<Ticket> tickets, String refused) throws IOException {
        assertThat(tickets).isNotEmpty();
        try (var wire = new Wire(gatehouse.port())) {
            for (var ticket : tickets) {
                assertThat(Ticket.view(wire.gets("/rooms/shop/place", ticket.cookie())))
                        .isEqualTo(new Ticket.View(ticket.position(), "WAITING"));
            }
            assertThat(Ticket.of(RetryingVisitors.enters(wire, refused)).position())
                    .isEqualTo(tickets.size() + 1L);
            assertThat(Ticket.of(RetryingVisitors.joins(wire)).position()).isEqualTo(tickets.size() + 2L);
        }
    }
}
