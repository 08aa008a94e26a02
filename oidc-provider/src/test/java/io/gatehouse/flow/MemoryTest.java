package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.bench.Figure;
import io.gatehouse.bench.Figures;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a waiting visitor costs the server in memory. Each comes from the site with a login of an ALB's size,
 * is parked, takes a place, opens the waiting page and asks for board and place, as docs/scale.md says. The
 * empty server has answered each of these before, to visitors of another room, so that only what is kept for
 * the waiting is counted.
 */
@Tag("load")
class MemoryTest {

    private static final int VISITORS = 10_000;
    private static final int ACQUAINTED = 200;
    private static final int BYTES_EACH = 512;

    @Test
    void givenAnEmptyServer_whenTenThousandVisitorsWait_thenTheHeapGrowsByHalfAKilobyteEach(@TempDir Path data) {
        try (var gatehouse = new GatehouseProcess(
                data,
                "gatehouse.rooms.cellar.title=Cellar",
                "gatehouse.sites.cellar.room=cellar",
                "gatehouse.sites.cellar.secret=" + RunningGatehouse.SECRET,
                "gatehouse.sites.cellar.redirect-uris=" + RunningGatehouse.SITE + "/callback")) {
            gatehouse.starts();
            var crowd = new RetryingVisitors(gatehouse.port());
            wait(crowd, "cellar", ACQUAINTED);
            var empty = gatehouse.heap();

            wait(crowd, "shop", VISITORS);

            var full = gatehouse.heap();
            var each = (full - empty) / (double) VISITORS;
            new Figures("MemoryTest").tell("heap.waiting", Figure.once("bytes", each));
            assertThat(each).isLessThanOrEqualTo(BYTES_EACH);
        }
    }

    private static void wait(RetryingVisitors crowd, String room, int visitors) {
        var left = new AtomicInteger(visitors);
        crowd.sends(8, wire -> {
            while (left.getAndDecrement() > 0) {
                waits(wire, room, left.get());
            }
        });
    }

    private static void waits(Wire wire, String room, int number) {
        var state = "%06d".formatted(number).repeat(40);
        var authorize = Login.authorize("client_id", room, "state", state);
        var first = RetryingVisitors.asks(wire, through -> through.gets(authorize, ""));
        var placed = RetryingVisitors.asks(wire, through -> through.gets(first.header("location"), first.cookie()));
        var page = RetryingVisitors.asks(wire, through -> through.gets(placed.header("location"), placed.cookie()));
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        RetryingVisitors.asks(wire, through -> through.gets("/rooms/" + room + "/board", ""));
        var place = RetryingVisitors.asks(wire, through -> through.gets("/rooms/" + room + "/place", placed.cookie()));
        assertThat(Ticket.view(place).stage()).isEqualTo("WAITING");
    }
}
