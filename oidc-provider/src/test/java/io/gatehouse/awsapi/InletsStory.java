package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.awsapi.periodic.Alarms;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.StubAmazon;
import io.gatehouse.testing.Crowd;
import io.gatehouse.value.ExpiringStore;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The inlets of the old kind at nodes that share a store: a room {@code sized} of ten, which the topic
 * steers, and a room {@code timed} of three a minute.
 */
record InletsStory(List<RunningGatehouse> nodes, List<AwsClient> clients) {

    static final SnsTopic TOPIC = new SnsTopic("arn:aws:sns:eu-central-1:123456789012:exits");

    private static final Duration PERIOD = Duration.ofMinutes(1);

    InletsStory(List<RunningGatehouse> nodes) {
        this(
                nodes,
                nodes.stream().map(node -> new AwsClient(node, "", "192.0.2.1")).toList());
    }

    void isTold() throws Exception {
        var first = nodes.get(0).clock().instant();
        for (var node : nodes) {
            node.clock().advance(Duration.between(node.clock().instant(), first));
            node.bean(StubAmazon.class).put(SnsTopic.CERTIFICATE, SnsTopic.certificate());
        }
        ticks();
        messagesSteer();
        periodsPass();
    }

    /** Each message comes twice, in any order, at whichever node. */
    private void messagesSteer() throws Exception {
        var ids = joined("sized", 40);
        ticks();
        for (var n = 0; n < 10; n++) {
            assertThat(answered(n, "/generate_token", Map.of("event_id", "sized", "request_id", ids.get(n))))
                    .isEqualTo(200);
        }
        var messages = new ArrayList<String>();
        for (var n = 0; n < 5; n++) {
            var message = message(ids.get(2 * n), ids.get(2 * n + 1));
            var sent = TOPIC.notification(message, nodes.get(0).clock().instant());
            messages.add(AwsClient.JSON.writeValueAsString(SnsTopic.signed(sent, "2")));
        }
        messages.addAll(List.copyOf(messages));
        Collections.shuffle(messages, new Random(7));
        var left = new ConcurrentLinkedQueue<>(messages);
        var turn = new AtomicInteger();

        var inside = Crowd.of(messages.size(), () -> {
            var at = turn.getAndIncrement();
            delivers(at, left.remove());
            node(at).tick();
            return node(at).room("sized").snapshot().slots();
        });
        ticks();

        var room = nodes.get(0).room("sized").snapshot();
        assertThat(inside).allMatch(slots -> slots <= 10);
        assertThat(room.slots()).isEqualTo(10);
        assertThat(room.endings().completed()).isEqualTo(5);
        assertThat(room.endings().abandoned()).isEqualTo(5);
        assertThat(counters("sized")).containsOnly("20");
    }

    /** Each lets three in once, whichever nodes look at it; also when one has died, or begun anew. */
    private void periodsPass() throws Exception {
        joined("timed", 20);
        var turn = new AtomicInteger();
        for (var period = 1; period <= 2; period++) {
            nodes.forEach(node -> node.clock().advance(PERIOD));
            Crowd.of(8, () -> {
                node(turn.getAndIncrement()).tick();
                return true;
            });
            ticks();
            assertThat(counters("timed")).containsOnly("" + 3 * period);
        }

        var last = nodes.get(nodes.size() - 1);
        last.clock().advance(PERIOD);
        last.tick();
        assertThat(last.room("timed").snapshot().serving())
                .as("the others are gone")
                .isEqualTo(9);
        var restarted = new PeriodicInlet(
                last.bean(AwsRooms.class), last.bean(Alarms.class), last.bean(ExpiringStore.class), last.clock());
        var room = last.room("timed");
        restarted.saw(room.configuration(), room.snapshot(), last.clock().instant());
        assertThat(room.snapshot().serving()).as("in the same period").isEqualTo(9);
    }

    private List<String> joined(String event, int many) {
        return IntStream.range(0, many)
                .mapToObj(n -> clients.get(n % clients.size()).joins(event))
                .toList();
    }

    private RunningGatehouse node(int turn) {
        return nodes.get(turn % nodes.size());
    }

    private void ticks() {
        nodes.forEach(RunningGatehouse::tick);
    }

    private List<String> counters(String event) {
        return clients.stream()
                .map(client -> client.gets("/serving_num", "event_id", event).text("serving_counter"))
                .toList();
    }

    private static String message(String completed, String abandoned) {
        var message = Map.of("exited", "2", "completed", List.of(completed), "abandoned", List.of(abandoned));
        return AwsClient.JSON.writeValueAsString(message);
    }

    /** SNS comes again where the store was too slow for a crowd. */
    private void delivers(int turn, String message) {
        var client = clients.get(turn % clients.size());
        await().pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .until(
                        () -> client.sends(client.request("/max_size/sns")
                                        .header("Content-Type", "text/plain; charset=UTF-8")
                                        .POST(BodyPublishers.ofString(message)))
                                .status(),
                        status -> status == 200);
    }

    private int answered(int turn, String path, Map<String, Object> body) {
        var client = clients.get(turn % clients.size());
        return await().pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .until(() -> client.posts(path, body).status(), status -> status != 503);
    }
}
