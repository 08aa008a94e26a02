package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.store.combined.BothStores;
import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.testing.Crowd;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same stories of the API on each store; where nodes can share it, that of the inlets is played by two. */
class StoresTest {

    private static final int CALLS = 200;

    @Test
    void givenTheEmbeddedStore_whenVisitorsOfTheApiComeAndGo_thenAllIsAsAtAnyOther() throws Exception {
        isTold(1);
    }

    @Test
    void givenRedis_whenVisitorsOfTheApiComeAndGo_thenAllIsAsAtAnyOther() throws Exception {
        try (var redis = RedisServer.start()) {
            isTold(2, redis.settings());
        }
    }

    @Tag("faults")
    @Test
    void givenDynamoDb_whenVisitorsOfTheApiComeAndGo_thenAllIsAsAtAnyOther() throws Exception {
        isTold(2, DynamoDbLocal.shared().settings("dynamodb", "table-" + UUID.randomUUID()));
    }

    @Tag("faults")
    @Test
    void givenRedisBeforeDynamoDb_whenVisitorsOfTheApiComeAndGo_thenAllIsAsAtAnyOther() throws Exception {
        try (var redis = RedisServer.start()) {
            isTold(2, BothStores.settings(redis));
        }
    }

    private static void isTold(int many, String... store) throws Exception {
        var settings = Stream.concat(
                        Arrays.stream(store),
                        Stream.of(
                                "gatehouse.rooms.shop.claim-window=15m",
                                "gatehouse.rooms.shop.aws-api.enabled=true",
                                "gatehouse.rooms.shop.aws-api.incr-svc-on-queue-position-expiry=true",
                                "gatehouse.rooms.sized.capacity=10",
                                "gatehouse.rooms.sized.aws-api.enabled=true",
                                "gatehouse.rooms.sized.aws-api.max-size-topics=" + InletsStory.TOPIC.arn(),
                                "gatehouse.rooms.timed.aws-api.enabled=true",
                                "gatehouse.rooms.timed.aws-api.periodic.increment-by=3",
                                "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                                "gatehouse.api-clients.nightly.scopes=rooms.operate"))
                .toList();
        var nodes = new ArrayList<RunningGatehouse>();
        try {
            nodes.add(RunningGatehouse.start(settings.toArray(String[]::new)).standing());
            new Story(nodes.get(0)).isTold();
            while (nodes.size() < many) {
                var same = Stream.of("gatehouse.issuer=" + nodes.get(0).issuer());
                nodes.add(RunningGatehouse.start(
                                Stream.concat(settings.stream(), same).toArray(String[]::new))
                        .standing());
            }
            new InletsStory(nodes).isTold();
        } finally {
            nodes.forEach(RunningGatehouse::close);
        }
    }

    /** Who joins, waits, is served, gets in, leaves, or does not come. */
    private record Story(RunningGatehouse gatehouse, AwsClient page, String operator) {

        Story(RunningGatehouse gatehouse) {
            this(
                    gatehouse,
                    new AwsClient(gatehouse, "", "192.0.2.1"),
                    Login.post(
                                    gatehouse.issuer() + "/token",
                                    Login.basic("nightly", RunningGatehouse.SECRET),
                                    Map.of("grant_type", "client_credentials", "scope", "rooms.operate"))
                            .text("access_token"));
        }

        void isTold() throws Exception {
            takesOver();
            gatehouse.reopens("shop");
            gatehouse.tick();

            var ids = Crowd.of(10, () -> page.joins("shop"));
            var positions = new HashSet<Integer>();
            for (var id : ids) {
                positions.add(
                        asked("/queue_num", id).json().path("queue_number").asInt());
            }
            assertThat(positions)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.rangeClosed(1, 10).boxed().toList());
            var first = ids.get(0);
            assertThat(token(first).status()).isEqualTo(202);

            operates("/increment_serving_counter", Map.of("increment_by", 10));
            gatehouse.tick();
            assertThat(page.gets("/serving_num", "event_id", "shop").body()).isEqualTo("{\"serving_counter\":\"10\"}");
            var answers = Crowd.of(CALLS, () -> token(first));
            assertThat(answers).extracting(AwsClient.Answer::status).containsOnly(200);
            assertThat(answers)
                    .extracting(AwsClient.Answer::body)
                    .containsOnly(answers.get(0).body());
            assertThat(gatehouse.room("shop").snapshot().admitted()).isEqualTo(1);
            endsOnce(first);

            gatehouse.pass(Duration.ofMinutes(15));
            IntStream.range(0, 3).forEach(tick -> gatehouse.tick());
            assertThat(token(ids.get(1)).body()).isEqualTo("{\"error\":\"Queue position has expired\"}");
            var late = page.joins("shop");
            gatehouse.tick();
            assertThat(token(late).status())
                    .as("one more for each who did not come")
                    .isEqualTo(200);
            assertThat(gatehouse.room("shop").snapshot().noShows()).isEqualTo(9);
        }

        /** A running event comes from the old stack, by calls that are repeated before the first is answered. */
        private void takesOver() throws Exception {
            var old = IntStream.range(0, 3)
                    .mapToObj(n -> UUID.randomUUID().toString())
                    .toList();
            var event = Map.<String, Object>of("serving_counter", 120, "next_position", 124, "request_ids", old);

            var taken = Crowd.of(4, () -> operates("/take_over", event));

            assertThat(taken).extracting(AwsClient.Answer::status).containsOnly(200);
            assertThat(operates("/increment_serving_counter", Map.of("increment_by", 2))
                            .body())
                    .isEqualTo("{\"serving_num\":122}");
            assertThat(old.stream().map(this::number)).containsExactly(121L, 122L, 123L);
            assertThat(number(page.joins("shop"))).isEqualTo(124);
            assertThat(token(old.get(1)).status()).isEqualTo(200);
            assertThat(token(old.get(2)).status()).isEqualTo(202);
            assertThat(operates("/take_over", Map.of("serving_counter", 7, "next_position", 8))
                            .status())
                    .isEqualTo(409);
        }

        private long number(String id) {
            return asked("/queue_num", id).json().path("queue_number").asLong();
        }

        private void endsOnce(String id) throws Exception {
            var ends = Crowd.of(8, () -> operates("/update_session", Map.of("request_id", id, "status", 1)));
            assertThat(ends)
                    .extracting(AwsClient.Answer::status)
                    .containsOnlyOnce(200)
                    .contains(404);
            assertThat(token(id).status()).isEqualTo(410);
            assertThat(gatehouse.room("shop").snapshot().endings().completed()).isEqualTo(1);
        }

        private AwsClient.Answer asked(String path, String id) {
            return page.gets(path, "event_id", "shop", "request_id", id);
        }

        private AwsClient.Answer token(String id) {
            return page.posts("/generate_token", Map.of("event_id", "shop", "request_id", id));
        }

        private AwsClient.Answer operates(String path, Map<String, Object> what) {
            var body = new HashMap<>(what);
            body.put("event_id", "shop");
            return page.sends(page.request(path)
                    .header("Authorization", "Bearer " + operator)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(AwsClient.JSON.writeValueAsString(body))));
        }
    }
}
