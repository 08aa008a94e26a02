package io.gatehouse.awsapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.faults.FaultSize;
import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fifty thousand join at once by the API, and a node is killed meanwhile: every request id that was given out
 * has a position, no two the same, and there is no position that nobody has. A client of this API that gets
 * no answer joins again, so there may be as many more as there were answers that did not come.
 */
@Tag("faults")
class BurstTest {

    private static final int JOINS = FaultSize.of(6_000, 50_000);
    private static final int CLIENTS = 32;
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String ENABLED = "gatehouse.rooms.shop.aws-api.enabled=true";
    private static final String MASTER_KEY =
            "gatehouse.master-key=bm90IGEgc2VjcmV0OiBmb3IgdGVzdHMgb2YgZmF1bHRzIG9ubHk=";
    private static final byte[] JOIN = request("POST /assign_queue_num", "{\"event_id\":\"shop\"}");

    private final AtomicReferenceArray<String> ids = new AtomicReferenceArray<>(JOINS);
    private final Map<String, Long> told = new HashMap<>();
    private final AtomicInteger joining = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();

    @Test
    void givenOneNode_whenAllJoinAtOnceAndItIsKilled_thenEachHasAPositionOfItsOwn(@TempDir Path data) {
        try (var node = node(data, ENABLED)) {
            node.starts();

            allJoin(node, node, node::starts);
            node.isKilled();
            haveTheirPositions(RunningGatehouse.start(data, ENABLED));
        }
    }

    @Test
    void givenTwoNodesOnRedis_whenAllJoinAtOnceAndOneIsKilled_thenEachHasAPositionOfItsOwn(@TempDir Path data) {
        try (var redis = RedisServer.start("--appendonly", "yes");
                var one = node(data.resolve("one"), settings(redis));
                var other = node(data.resolve("other"), settings(redis))) {
            CompletableFuture.allOf(CompletableFuture.runAsync(one::starts), CompletableFuture.runAsync(other::starts))
                    .join();

            allJoin(one, other, () -> {});
            haveTheirPositions(RunningGatehouse.start(settings(redis)));
        }
    }

    private static String[] settings(RedisServer redis) {
        return Stream.concat(Arrays.stream(redis.settings()), Stream.of(ENABLED, MASTER_KEY))
                .toArray(String[]::new);
    }

    private static GatehouseProcess node(Path data, String... settings) {
        return GatehouseProcess.ofMany(List.of("-Xmx384m"), FreePorts.next(), data, settings);
    }

    /**
     * As many at each, until one of them is killed, when half have joined: then all at the other.
     *
     * @param afterwards what is done then
     */
    private void allJoin(GatehouseProcess one, GatehouseProcess other, Runnable afterwards) {
        var began = System.nanoTime();
        var burst = CompletableFuture.allOf(at(one, other, this::joins), at(other, one, this::joins));
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(10)).until(() -> acknowledged.get() >= JOINS / 2);
        one.isKilled();
        afterwards.run();
        burst.join();
        System.out.printf(
                "%d joins in %.1f s, %d of them not answered%n",
                JOINS, (System.nanoTime() - began) / 1e9, unanswered.get());
        asksForSome(other);
    }

    /** Asks for twenty of them, who are told what the store has. */
    private void asksForSome(GatehouseProcess node) {
        try (var wire = new Wire(node.port())) {
            for (var number = 0; number < JOINS; number += JOINS / 20) {
                told.put(ids.get(number), position(wire, ids.get(number)));
            }
        }
    }

    /** What a node finds that begins on the same store. */
    private void haveTheirPositions(RunningGatehouse gatehouse) {
        try (gatehouse) {
            var room = gatehouse.room("shop");
            var requestIds = gatehouse.bean(RequestIds.class);
            var issued = room.snapshot().issued();
            var found = new HashMap<String, Long>();
            for (long from = 1; from <= issued; from += room.line().mostIds()) {
                for (var place : room.line()
                        .places(0, from, Math.min(issued, from + room.line().mostIds() - 1))) {
                    assertThat(found.put(requestIds.of(place.id()), place.number()))
                            .as("of one place")
                            .isNull();
                }
            }

            assertThat(new HashSet<>(found.values())).as("unique, and dense").hasSize((int) issued);
            assertThat(issued)
                    .as("those that were told, and those of whom nobody was")
                    .isBetween((long) JOINS, (long) JOINS + unanswered.get());
            var kept = IntStream.range(0, JOINS).mapToObj(ids::get).filter(found::containsKey);
            assertThat(kept.distinct()).as("none lost").hasSize(JOINS);
            assertThat(found).containsAllEntriesOf(told);
        }
    }

    /** Runs half of the clients, each with a connection to its node, and one to where it goes when that is gone. */
    private static CompletableFuture<Void> at(
            GatehouseProcess node, GatehouseProcess otherwise, BiConsumer<Wire, Wire> client) {
        return CompletableFuture.runAsync(
                () -> new RetryingVisitors(node.port()).sends(CLIENTS / 2, wire -> {
                    try (var second = new Wire(otherwise.port())) {
                        client.accept(wire, second);
                    }
                }),
                work -> new Thread(work, "burst").start());
    }

    private void joins(Wire wire, Wire otherwise) {
        for (var number = joining.getAndIncrement(); number < JOINS; number = joining.getAndIncrement()) {
            var reply = joinsOnce(wire).orElseGet(() -> RetryingVisitors.asks(otherwise, this::join));
            assertThat(reply.status()).as(reply.body()).isEqualTo(200);
            ids.set(number, member(reply, "api_request_id"));
            acknowledged.incrementAndGet();
        }
    }

    private Optional<Wire.Reply> joinsOnce(Wire wire) {
        try {
            return Optional.of(join(wire)).filter(reply -> reply.status() < 500);
        } catch (IOException noAnswer) {
            return Optional.empty();
        }
    }

    private Wire.Reply join(Wire wire) throws IOException {
        try {
            var reply = wire.sends(JOIN);
            unanswered.addAndGet(reply.status() < 500 ? 0 : 1);
            return reply;
        } catch (ConnectException neverSent) {
            throw neverSent;
        } catch (IOException noAnswer) {
            unanswered.incrementAndGet();
            throw noAnswer;
        }
    }

    private static long position(Wire wire, String id) {
        var asked = request("GET /queue_num?event_id=shop&request_id=" + id, "");
        var reply = RetryingVisitors.asks(wire, through -> through.sends(asked));
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return Long.parseLong(member(reply, "queue_number"));
    }

    /** A member of the flat JSON that comes back: a parser costs when it is asked tens of thousands of times. */
    private static String member(Wire.Reply reply, String name) {
        return reply.body().replaceFirst(".*\"" + name + "\":\"?([^\",}]*).*", "$1");
    }

    private static byte[] request(String line, String body) {
        return (line + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n"
                        + (body.isEmpty()
                                ? "\r\n"
                                : "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                        + body))
                .getBytes(UTF_8);
    }
}
