package io.gatehouse.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Wire;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Thousands of connections that are held open, silent or as slow as can be: those who wait are answered
 * within a second all the same, and so is the load balancer that asks for health.
 */
@Tag("faults")
class ManyConnectionsTest {

    private static final int ROUNDS = 20;
    /** More than there are threads: they ask, and read nothing of what they get. */
    private static final int DEAF = 300;

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final String POST = String.join(
            "\r\n",
            "POST /device HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/x-www-form-urlencoded",
            "Content-Length: 100000",
            "",
            "");
    private static final int MOST_REDIRECTS = 5;
    private static final String PAGES =
            "GET /waiting-page/waiting-page.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20);

    @ParameterizedTest
    @CsvSource({"1, 3000", "2500, 10000"})
    void givenManyConnectionsThatAreSlow_whenVisitorsCome_thenTheyAreAnsweredWithinASecond(
            int addresses, int connections, @TempDir Path data) throws Exception {
        var port = FreePorts.next();
        var health = FreePorts.next();
        try (var gatehouse = GatehouseProcess.ofMany(
                        List.of(), port, data, "gatehouse.rooms.shop.capacity=0", "management.server.port=" + health);
                var crowd = new Crowd(port)) {
            gatehouse.starts();
            for (var round = 0; round < ROUNDS; round++) {
                slowest(port, health); // the first answers of a new process are slow ones anyway
            }
            crowd.comes(DEAF, PAGES, each -> address(each % addresses));
            for (var part : List.of("", "GET / HTTP/1.1\r\nHo", POST + "a")) {
                crowd.comes((connections - DEAF) / 3, part, each -> address(each % addresses));
            }
            // What has been asked for has to be answered as far as it goes; that is work, and not what is
            // shown here.
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> slowest(port, health).compareTo(SOON) < 0);

            var took = new ArrayList<Duration>();
            for (var round = 0; round < ROUNDS; round++) {
                crowd.trickles();
                took.add(slowest(port, health));
            }

            System.out.printf("%d connections from %d addresses: slowest answers %s%n", connections, addresses, took);
            assertThat(took.stream().filter(each -> each.compareTo(SOON) > 0))
                    .as("rounds in which somebody waited, of which the machine may have one")
                    .hasSizeLessThan(2);
        }
    }

    /** The slowest of what a visitor and a load balancer ask for. */
    private static Duration slowest(int port, int health) throws IOException {
        try (var visitor = new Wire(port);
                var balancer = new Wire(health)) {
            var longest = Duration.ZERO;
            var cookie = "";
            var next = Login.authorize();
            for (var step = 0; !next.isEmpty(); step++) {
                var started = System.nanoTime();
                var reply = visitor.gets(next, cookie);
                longest = max(longest, started);
                cookie = reply.cookie().isEmpty() ? cookie : reply.cookie();
                next = reply.header("location");
                assertThat(reply.status()).isEqualTo(next.isEmpty() ? 200 : 303);
                assertThat(step).isLessThan(MOST_REDIRECTS);
            }
            for (var path : List.of("/rooms/shop/board", "/rooms/shop/place")) {
                var started = System.nanoTime();
                assertThat(visitor.gets(path, cookie).status()).isEqualTo(200);
                longest = max(longest, started);
            }
            var started = System.nanoTime();
            assertThat(balancer.gets("/actuator/health/readiness", "").status()).isEqualTo(200);
            return max(longest, started);
        }
    }

    private static Duration max(Duration longest, long started) {
        var took = Duration.ofNanos(System.nanoTime() - started);
        return took.compareTo(longest) > 0 ? took : longest;
    }

    private static InetAddress address(int number) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 1, (byte) (number / 250), (byte) (1 + number % 250)});
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
