package io.gatehouse.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Ticket;
import io.gatehouse.flow.Wire;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A receiver takes nothing while it is asked as often as in five minutes, and the node that asks it is
 * killed: when all is well again it hears of all that visitors have been told.
 */
@Tag("faults")
class ReceiverAwayTest {

    /** After 1, 2, 4, 8 and then every 15 seconds. Here the pauses are shorter. */
    private static final int FIVE_MINUTES = 4 + (300 - 15) / 15;

    private static final int VISITORS = FaultSize.of(300, 3_000);
    private static final int CLIENTS = 8;

    private static final List<List<String>> LIVES = List.of(
            List.of("joined"),
            List.of("joined", "left"),
            List.of("joined", "called"),
            List.of("joined", "called", "left"),
            List.of("joined", "called", "admitted"));

    private static final Duration LIMIT = Duration.ofMinutes(2);

    @AutoClose
    private final WebhookStub webhook = new WebhookStub();

    private final AtomicInteger coming = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();

    /** What visitors have been told: each by its kind and their position. */
    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();

    @Test
    void givenAReceiverThatIsAway_whenTheOnlyNodeIsKilledAndStartedAgain_thenItHearsOfAllInOrder(@TempDir Path data) {
        try (var node = node(FreePorts.next(), data)) {
            node.starts();
            webhook.answers(503);

            var visitors = come(node, VISITORS);
            waitsFor(() -> served.get() >= VISITORS / 2);
            node.isKilled();
            node.starts();
            visitors.join();
            waitsFor(() -> webhook.refused() >= FIVE_MINUTES);
            webhook.answers(204);

            hasHeardOfAllInOrder();
        }
    }

    @Test
    void givenTwoNodesOnRedis_whenTheOneThatDeliversIsKilled_thenTheOtherGoesOnInOrder(@TempDir Path data) {
        var port = FreePorts.next();
        try (var redis = RedisServer.start("--appendonly", "yes");
                var one = node(port, data.resolve("one"), settings(redis, port));
                var other = node(FreePorts.next(), data.resolve("other"), settings(redis, port))) {
            webhook.answers(503);
            one.starts();
            come(one, VISITORS / 3).join();
            waitsFor(() -> webhook.refused() > 0); // so it is this node that asks
            other.starts();

            come(one, VISITORS / 3).join();
            var visitors = come(other, VISITORS / 3);
            waitsFor(() -> webhook.refused() >= FIVE_MINUTES);
            webhook.answers(204);
            webhook.heard(1);
            one.isKilled();
            visitors.join();

            hasHeardOfAllInOrder();
        }
    }

    private static String[] settings(RedisServer redis, int port) {
        return Stream.concat(
                        Arrays.stream(redis.settings()),
                        Stream.of(
                                "gatehouse.issuer=http://localhost:" + port,
                                "gatehouse.master-key=" + RunningGatehouse.MASTER_KEY))
                .toArray(String[]::new);
    }

    private GatehouseProcess node(int port, Path data, String... settings) {
        var all = Stream.of(
                        Stream.of(settings),
                        Stream.of(webhook.settings("batch=true")),
                        Stream.of(
                                "gatehouse.events.answer-within=1s",
                                "gatehouse.events.longest-pause=100ms",
                                "gatehouse.turnstile.tick=100ms",
                                "gatehouse.rooms.shop.rate=1000/1s",
                                "gatehouse.rooms.shop.claim-window=1h"))
                .flatMap(some -> some)
                .toArray(String[]::new);
        return GatehouseProcess.ofMany(List.of("-Xmx384m"), port, data, all);
    }

    private static void waitsFor(BooleanSupplier condition) {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(10)).until(condition::getAsBoolean);
    }

    /** So many visitors, few at a time. */
    private CompletableFuture<Void> come(GatehouseProcess node, int many) {
        var limit = coming.get() + many;
        return CompletableFuture.runAsync(
                () -> new RetryingVisitors(node.port()).sends(CLIENTS, wire -> {
                    for (var number = coming.incrementAndGet(); number <= limit; number = coming.incrementAndGet()) {
                        comes(wire, number);
                        served.incrementAndGet();
                    }
                    coming.decrementAndGet();
                }),
                work -> new Thread(work, "visitors").start());
    }

    /** One in three leaves, one goes in, and one stays in line or lets the turn wait. */
    private void comes(Wire wire, int number) {
        var joined = RetryingVisitors.joins(wire);
        var ticket = Ticket.of(joined);
        acknowledged.add("joined " + ticket.position());
        if (RetryingVisitors.isIn(joined)) {
            acknowledged.add("admitted " + ticket.position());
        } else if (number % 3 == 0) {
            RetryingVisitors.asks(wire, through -> through.posts("/rooms/shop/leave", ticket.cookie(), "request="));
            acknowledged.add("left " + ticket.position());
        } else if (number % 3 == 1) {
            await().pollInSameThread()
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> RetryingVisitors.isIn(RetryingVisitors.enters(wire, ticket.cookie())));
            acknowledged.add("admitted " + ticket.position());
        }
    }

    private void hasHeardOfAllInOrder() {
        waitsFor(() -> firstOfEach().values().stream()
                .map(ReceiverAwayTest::told)
                .collect(Collectors.toSet())
                .containsAll(acknowledged));
        var first = firstOfEach();

        assertThat(acknowledged).hasSizeGreaterThan(VISITORS);
        assertThat(webhook.heard().stream()
                        .collect(Collectors.groupingBy(
                                ReceiverAwayTest::id, Collectors.mapping(ReceiverAwayTest::told, Collectors.toSet())))
                        .values())
                .as("an id is of one thing")
                .allSatisfy(things -> assertThat(things).hasSize(1));
        assertThat(first.values().stream().map(ReceiverAwayTest::told))
                .as("and a thing has one id")
                .doesNotHaveDuplicates();
        assertThat(first.values().stream().map(event -> event.path("sequence").asString()))
                .as("in the order of the room")
                .isSorted();
        assertThat(LIVES).as("as each has lived through it").containsAll(ofEachVisitor(first));
        System.out.printf(
                "%d events, %d of them again, %d calls refused%n",
                first.size(), webhook.heard().size() - first.size(), webhook.refused());
    }

    /** Repeats left out, as receivers have to. */
    private Map<String, JsonNode> firstOfEach() {
        var first = new LinkedHashMap<String, JsonNode>();
        webhook.heard().forEach(event -> first.putIfAbsent(id(event), event));
        return first;
    }

    private static Collection<List<String>> ofEachVisitor(Map<String, JsonNode> events) {
        return events.values().stream()
                .collect(Collectors.groupingBy(
                        event -> event.path("data").path("position").asString(),
                        Collectors.mapping(ReceiverAwayTest::kind, Collectors.toList())))
                .values();
    }

    private static String id(JsonNode event) {
        return event.path("id").asString();
    }

    private static String kind(JsonNode event) {
        return event.path("type").asString().replace("io.gatehouse.", "");
    }

    private static String told(JsonNode event) {
        return kind(event) + " " + event.path("data").path("position").asString();
    }
}
