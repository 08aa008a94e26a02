package io.gatehouse.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import io.gatehouse.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Visits by the API of the AWS Virtual Waiting Room at a node that is killed again and again: each is told whole. */
@Tag("faults")
class KilledNodeTest {

    private static final int VISITS = FaultSize.of(500, 2_000);
    /** The second kill meets a node that was started after a kill. */
    private static final int KILLS = FaultSize.of(2, 5);

    private static final int CLIENTS = 32;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @AutoClose
    private final WebhookStub webhook = new WebhookStub();

    private final int port = FreePorts.next();
    private final AtomicInteger coming = new AtomicInteger();
    private final Queue<String> ended = new ConcurrentLinkedQueue<>();

    @Test
    void givenVisitsByTheApi_whenTheNodeIsKilledAgainAndAgain_thenEachThatWasAcknowledgedIsToldWholeUnderOneId(
            @TempDir Path data) {
        try (var node = node(data)) {
            node.starts();
            var bearer = bearer();
            var visits = CompletableFuture.runAsync(
                    () -> new RetryingVisitors(port).sends(CLIENTS, wire -> {
                        while (coming.incrementAndGet() <= VISITS) {
                            visits(wire, bearer);
                        }
                    }),
                    work -> new Thread(work, "visits").start());
            for (int kill = 1; kill <= KILLS; kill++) {
                var many = kill * VISITS / (KILLS + 1);
                await().atMost(LIMIT)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> ended.size() >= many || visits.isDone());
                node.isKilled();
                node.starts();
            }
            visits.join();

            await().atMost(LIMIT).untilAsserted(() -> assertThat(untold()).isEmpty());
        }
        var ids = webhook.heard().stream()
                .filter(event -> !thing(event).endsWith(" ")) // of a visit
                .collect(Collectors.groupingBy(
                        KilledNodeTest::thing,
                        Collectors.mapping(event -> event.path("id").asString(), Collectors.toSet())));
        assertThat(ids.values()).as("none twice under another id").allMatch(same -> same.size() == 1);
        System.out.printf(
                "%d events of visits, told by %d%n", ids.size(), webhook.heard().size());
    }

    private GatehouseProcess node(Path data) {
        var settings = Stream.concat(
                        Stream.of(webhook.settings("batch=true")),
                        Stream.of(
                                "gatehouse.events.answer-within=1s",
                                "gatehouse.events.longest-pause=100ms",
                                "gatehouse.turnstile.tick=100ms",
                                "gatehouse.rooms.shop.rate=1000/1s",
                                "gatehouse.rooms.shop.aws-api.enabled=true",
                                "gatehouse.api-clients.sale.secret=" + RunningGatehouse.SECRET,
                                "gatehouse.api-clients.sale.scopes=rooms.operate"))
                .toArray(String[]::new);
        return GatehouseProcess.ofMany(List.of("-Xmx384m"), port, data, settings);
    }

    private String bearer() {
        return Login.post(
                        "http://localhost:" + port + "/token",
                        Login.basic("sale", RunningGatehouse.SECRET),
                        Map.of("grant_type", "client_credentials", "scope", "rooms.operate"))
                .text("access_token");
    }

    /**
     * Each call is made again until it is answered; the end of a visit may have been acknowledged by an
     * answer that was lost.
     */
    private void visits(Wire wire, String bearer) {
        var joined = posts(wire, "/assign_queue_num", "\"event_id\":\"shop\"", "");
        var id = joined.body().replaceFirst(".*\"api_request_id\":\"([^\"]*)\".*", "$1");
        var visit = "\"event_id\":\"shop\",\"request_id\":\"" + id + "\"";
        await().pollInSameThread()
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> posts(wire, "/generate_token", visit, "").status() == 200);
        var answer = posts(wire, "/update_session", visit + ",\"status\":1", bearer);
        assertThat(answer.status()).as(answer.body()).isIn(200, 404);
        ended.add(id);
    }

    private static Wire.Reply posts(Wire wire, String path, String members, String bearer) {
        var body = "{" + members + "}";
        var request = ("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n"
                        + (bearer.isEmpty() ? "" : "Authorization: Bearer " + bearer + "\r\n")
                        + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(UTF_8);
        return RetryingVisitors.asks(wire, through -> through.sends(request));
    }

    /** What of the visits that were acknowledged has not been told; each of them has had a position of its own. */
    private Set<String> untold() {
        var told = webhook.heard().stream().map(KilledNodeTest::thing).collect(Collectors.toSet());
        var visited = told.stream()
                .filter(thing -> thing.startsWith("ended "))
                .map(thing -> thing.substring("ended ".length()))
                .toList();
        var missing = Stream.concat(
                        things(ended, "token_generated", "session_updated"),
                        things(visited, "joined", "called", "admitted"))
                .filter(thing -> !told.contains(thing));
        return Stream.concat(
                        missing,
                        Stream.of((VISITS - visited.size()) + " ended").filter(many -> !many.equals("0 ended")))
                .collect(Collectors.toSet());
    }

    private static Stream<String> things(Collection<String> whose, String... kinds) {
        return whose.stream().flatMap(who -> Stream.of(kinds).map(kind -> kind + " " + who));
    }

    /** What an event tells of, without its id. */
    private static String thing(JsonNode event) {
        var data = event.path("data");
        var whose = Stream.of("request_id", "position")
                .map(name -> data.path(name).asString(""))
                .collect(Collectors.joining());
        return event.path("type").asString().replace("io.gatehouse.", "") + " " + whose;
    }
}
