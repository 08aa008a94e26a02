package io.gatehouse.visitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Wire;
import io.gatehouse.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * As many who listen to one board as a process may have descriptors: what a tick changes is with the last of
 * them soon.
 */
@Tag("load")
class BoardEventsLoadTest {

    private static final int MANY = 19_000;
    private static final int ROUNDS = 5;
    private static final Duration SOON = Duration.ofSeconds(1);

    @Test
    void givenNineteenThousandWhoListen_whenATickChangesTheBoard_thenTheLastHearsOfItWithinASecond(@TempDir Path data)
            throws Exception {
        var port = FreePorts.next();
        try (var gatehouse = GatehouseProcess.ofMany(
                        List.of(),
                        port,
                        data,
                        "gatehouse.rooms.shop.capacity=0",
                        "gatehouse.door.connections-per-address=0",
                        "gatehouse.board-events.connections-per-address=" + MANY);
                var audience = new Audience(port)) {
            gatehouse.starts();
            audience.comes(MANY, "/rooms/shop/board/events", "");
            await().atMost(Duration.ofMinutes(2)).until(() -> audience.heard("\"issued\":0") == MANY);

            var took = new ArrayList<Duration>();
            for (var round = 1; round <= ROUNDS; round++) {
                joins(port);
                took.add(fromFirstToLast(audience, "\"issued\":" + round, gatehouse.handle()));
            }

            assertThat(audience.ended()).isZero();
            assertThat(took.stream().sorted().toList().get(ROUNDS / 2)).isLessThan(SOON);
        }
    }

    private static Duration fromFirstToLast(Audience audience, String text, ProcessHandle gatehouse) {
        audience.hears(text, 1);
        var first = System.nanoTime();
        var server = cpu(gatehouse);
        var listeners = cpu(ProcessHandle.current());
        audience.hears(text, MANY);
        var took = Duration.ofNanos(System.nanoTime() - first);
        System.out.printf(
                "the last of %d heard it %d ms after the first, with %d ms of CPU by the server and %d ms by the"
                        + " listeners%n",
                MANY,
                took.toMillis(),
                cpu(gatehouse).minus(server).toMillis(),
                cpu(ProcessHandle.current()).minus(listeners).toMillis());
        return took;
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }

    private static void joins(int port) throws Exception {
        try (var visitor = new Wire(port)) {
            var cookie = "";
            for (var next = Login.authorize(); !next.isEmpty(); ) {
                var reply = visitor.gets(next, cookie);
                cookie = reply.cookie().isEmpty() ? cookie : reply.cookie();
                next = reply.header("location");
            }
        }
    }
}
