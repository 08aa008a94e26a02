package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.faults.FaultSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever a visitor has been told outlives {@code kill -9}.
 *
 * <p>While 64 clients join, the line moves by rate and capacity. Nine of ten who are called claim their turn
 * and stay; the tenth leaves the line, or logs out when let in at once, and so gives the slot to another. An
 * admission beyond capacity, at whatever instant, would still be there when all are asked at the end, and a
 * slot that a kill kept back would be missing.
 */
@Tag("process")
@Tag("jdk")
class KillTest {

    private static final int VISITORS = FaultSize.of(2_000, 20_000);
    private static final int CLIENTS = 64;
    private static final int CAPACITY = FaultSize.of(200, 1_000);
    /** After the first there is one that was itself started on what another left. */
    private static final int KILLS = FaultSize.of(2, 3);

    private final AtomicReferenceArray<Ticket> tickets = new AtomicReferenceArray<>(VISITORS + 1);
    private final AtomicReferenceArray<Boolean> admitted = new AtomicReferenceArray<>(VISITORS + 1);
    private final ConcurrentLinkedQueue<Long> called = new ConcurrentLinkedQueue<>();
    private final AtomicInteger arrivals = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger leaving = new AtomicInteger();
    private final AtomicLong seenServing = new AtomicLong();
    private final AtomicInteger slots = new AtomicInteger();

    @Test
    void givenACrowdJoins_whenTheServerIsKilledAgainAndAgain_thenNothingAcknowledgedIsLost(@TempDir Path data) {
        try (var gatehouse = new GatehouseProcess(
                data,
                "gatehouse.rooms.shop.rate=100/1s",
                "gatehouse.rooms.shop.capacity=" + CAPACITY,
                "gatehouse.rooms.shop.claim-window=1h",
                "gatehouse.rooms.shop.slot-held=30m", // on a busy machine the test lasts longer than the usual 45 s
                "gatehouse.rooms.shop.admission-ttl=1d")) {
            gatehouse.starts();
            tellsOfGatehouse(gatehouse.log());
            var crowd = new RetryingVisitors(gatehouse.port());

            var joining = CompletableFuture.runAsync(() -> crowd.sends(CLIENTS, this::joins));
            killsMeanwhile(gatehouse);
            joining.join();

            try (var wire = crowd.wire()) {
                // The board is up to a tick old.
                await("dense").pollInSameThread().until(() -> Ticket.issued(RetryingVisitors.board(wire)) >= VISITORS);
                assertThat(Ticket.issued(RetryingVisitors.board(wire)))
                        .as("dense")
                        .isEqualTo(VISITORS);
                await("each slot that was left is given again")
                        .pollInSameThread()
                        .atMost(Duration.ofMinutes(1))
                        .until(
                                () -> Ticket.serving(RetryingVisitors.board(wire)),
                                served -> served == CAPACITY + leaving.get());
            }
            crowd.sends(8, this::asksAgain);
            assertThat(slots).as("called or admitted").hasValue(CAPACITY);
            System.out.printf(
                    "%d joins, %d kills: %d called or in at once of %d, %d left%n",
                    VISITORS, KILLS, slots.get(), CAPACITY, leaving.get());
        }
    }

    /** A new operator takes lines of the libraries for faults: below a warning only the port is theirs. */
    private static void tellsOfGatehouse(String log) {
        assertThat(log.lines().filter(line -> line.contains(" INFO ")))
                .anyMatch(line -> line.contains("Jetty started on port"))
                .anyMatch(line -> line.contains("room shop: rate 100/1s"))
                .allMatch(line -> line.matches(".*[ .](i|io)\\.?gatehouse\\..*|.*Jetty started on port.*"));
        assertThat(log).doesNotContain("active profile");
    }

    private void killsMeanwhile(GatehouseProcess gatehouse) {
        for (var kill = 1; kill <= KILLS; kill++) {
            var enough = kill * VISITORS / (KILLS + 1);
            await().atMost(Duration.ofMinutes(3))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> acknowledged.get() >= enough);
            gatehouse.isKilled();
            gatehouse.starts();
        }
    }

    /** One client: lets one visitor after the other join, and looks after those whose turn has come. */
    private void joins(Wire wire) {
        while (arrivals.incrementAndGet() <= VISITORS) {
            var reply = RetryingVisitors.joins(wire);
            var ticket = Ticket.of(reply);
            if (RetryingVisitors.isIn(reply)) {
                admitted.set((int) ticket.position(), true);
                if (givesTheSlotBack(ticket.position())) {
                    goes(wire, ticket, "/logout", "sure=yes");
                }
            }
            var other = tickets.getAndSet((int) ticket.position(), ticket);
            assertThat(other).as("unique").isNull();
            if (acknowledged.incrementAndGet() % 16 == 0) {
                looksAtTheBoard(wire);
            }
            takesATurn(wire);
        }
    }

    private void looksAtTheBoard(Wire wire) {
        var serving = Ticket.serving(RetryingVisitors.board(wire));
        assertThat(serving).as("called").isLessThanOrEqualTo(CAPACITY + leaving.get());
        var before = seenServing.getAndAccumulate(serving, Math::max);
        for (var position = before + 1; position <= serving; position++) {
            called.add(position);
        }
    }

    private void takesATurn(Wire wire) {
        var position = called.poll();
        if (position == null || admitted.get(position.intValue()) != null) {
            return;
        }
        var ticket = tickets.get(position.intValue());
        if (ticket == null) {
            called.add(position); // Its visitor has not been told yet.
        } else if (givesTheSlotBack(position)) {
            goes(wire, ticket, "/rooms/shop/leave", "request=");
        } else {
            assertThat(RetryingVisitors.isIn(RetryingVisitors.enters(wire, ticket.cookie())))
                    .as("let in")
                    .isTrue();
            admitted.set(position.intValue(), true);
        }
    }

    private static boolean givesTheSlotBack(long position) {
        return position % 10 == 0;
    }

    private void goes(Wire wire, Ticket ticket, String path, String form) {
        leaving.incrementAndGet();
        RetryingVisitors.asks(wire, through -> through.posts(path, ticket.cookie(), form));
        admitted.set((int) ticket.position(), false);
    }

    private void asksAgain(Wire wire) {
        for (var position = arrivals.decrementAndGet(); position > 0; position = arrivals.decrementAndGet()) {
            if (position > VISITORS) {
                continue;
            }
            var ticket = tickets.get(position);
            assertThat(ticket).as("position %s", position).isNotNull();
            var view = Ticket.view(RetryingVisitors.place(wire, ticket.cookie()));
            assertThat(view.position()).isEqualTo(position);
            var isIn = admitted.get(position);
            assertThat(view.stage()).as("stage of %s", position).isIn((Object[])
                    stages(isIn == null ? "" : isIn.toString()));
            if (view.stage().equals("ADMITTED") || view.stage().equals("TURN")) {
                slots.incrementAndGet();
            }
        }
    }

    private static String[] stages(String told) {
        return switch (told) {
            case "true" -> new String[] {"ADMITTED"};
            case "false" -> new String[] {"LEFT", "COMPLETED"};
            default -> new String[] {"WAITING", "TURN"};
        };
    }
}
