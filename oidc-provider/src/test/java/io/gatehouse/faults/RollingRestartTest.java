package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.Wire;
import io.gatehouse.store.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that are asked to stop finish what they have begun. */
@Tag("faults")
class RollingRestartTest {

    private static final int CAPACITY = 200;
    private static final int A_SECOND = FaultSize.of(30, 80);
    private static final int IN_FLIGHT = 32;
    private static final String ESTABLISHED = "01";

    /** Redis is slow while nodes start on a busy machine, and frozen on purpose. */
    private static final String PATIENT = "spring.data.redis.timeout=2m";

    @Test
    void givenTwoNodesUnderLoad_whenOneAfterTheOtherIsRestarted_thenNobodyNotices(@TempDir Path data) {
        try (var redis = RedisServer.start();
                var nodes = Nodes.start(2, 0, data, Scenario.settings(redis.settings(), CAPACITY, PATIENT))) {
            var visitors = Visitors.come(
                    nodes.port(), new Visitors.Plan(30_000, A_SECOND, CAPACITY, Duration.ofSeconds(1), true));

            for (var number = 0; number < 2; number++) {
                visitors.untilJoined(visitors.joined() + 100);
                nodes.replaces(nodes.node(number), GatehouseProcess::starts);
            }
            visitors.untilJoined(visitors.joined() + 100);

            visitors.end();
            System.out.println(visitors + "; " + nodes.balancer().faults());
            visitors.areAllStillThere();
            assertThat(nodes.balancer().cut()).as("cut by a node").isZero();
            assertThat(visitors.unanswered()).isZero();
            assertThat(visitors.refused()).as("but for a slow moment").isSubsetOf(504);
        }
    }

    @Test
    void givenRequestsInFlight_whenTheNodeIsAskedToStop_thenEachIsAnswered(@TempDir Path data) {
        var threads = Executors.newFixedThreadPool(IN_FLIGHT);
        try (var redis = RedisServer.start();
                var nodes = Nodes.start(1, 0, data, Scenario.settings(redis.settings(), CAPACITY, PATIENT))) {
            var node = nodes.node(0);
            var cookies =
                    Stream.generate(() -> cookie(node.port())).limit(IN_FLIGHT).toList();

            redis.freezes();
            var replies = cookies.stream()
                    .map(cookie -> CompletableFuture.supplyAsync(() -> enters(node.port(), cookie), threads))
                    .toList();
            await("all have been read")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> unread(node.port()), Collections.nCopies(IN_FLIGHT, "00000000")::equals);
            Scenario.lasts(Duration.ofSeconds(3));
            node.isAskedToStop();
            Scenario.lasts(Duration.ofSeconds(3));
            redis.thaws();

            assertThat(replies)
                    .allSatisfy(reply -> assertThat(reply.join().status()).isEqualTo(303));
            node.ends();
            assertThat(redis.say("HGET", "gatehouse:{shop}:line", "issued")).isEqualTo(String.valueOf(IN_FLIGHT));
        } finally {
            threads.shutdownNow();
        }
    }

    /** Of each connection that this server has: how much of what came in it has not read yet, as Linux says it. */
    private static List<String> unread(int port) throws IOException {
        var unread = new ArrayList<String>();
        for (var table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (var line : Files.readAllLines(Path.of(table))) {
                var words = line.strip().split("\\s+", -1); // number, near end, far end, state, to send:to read
                if (words[1].endsWith(":%04X".formatted(port)) && words[3].equals(ESTABLISHED)) {
                    unread.add(words[4].substring(words[4].indexOf(':') + 1));
                }
            }
        }
        return unread;
    }

    private static String cookie(int port) {
        try (var wire = new Wire(port)) {
            return wire.gets("/rooms/shop/enter", "").cookie();
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    private static Wire.Reply enters(int port, String cookie) {
        try (var wire = new Wire(port)) {
            return wire.gets("/rooms/shop/enter?request=&cookie=set", cookie);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }
}
