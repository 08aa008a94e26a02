package io.gatehouse.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.event.Receiver.Notice;
import io.gatehouse.event.Receiver.Outcome;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.testing.MutableClock;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an event bus and a stream are told, and what they answer. */
class ReceiversTest {

    private static final AwsBasicCredentials IDENTITY = AwsBasicCredentials.create("AKIAEXAMPLE", "a-secret-of-aws");
    private static final String ARN = "arn:aws:events:eu-central-1:123456789012:event-bus/sale";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Clock clock = MutableClock.standing();
    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final List<String> answers = new CopyOnWriteArrayList<>();

    @Test
    void givenABus_whenItIsToldOfEvents_thenTheRequestIsSignedAndTheOldRulesGoOnMatching() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
        var bus = new EventBus.Bus(
                ARN,
                "eu-central-1",
                URI.create("http://localhost:" + server.getAddress().getPort() + "/"));
        answers.add("{\"FailedEntryCount\":0,\"Entries\":[{\"EventId\":\"1\"},{\"EventId\":\"2\"}]}");
        answers.add(
                "{\"FailedEntryCount\":1,\"Entries\":[{\"ErrorCode\":\"ThrottlingException\",\"ErrorMessage\":\"no\"}]}");
        answers.add("{\"FailedEntryCount\":1,\"Entries\":[{\"EventId\":\"3\"},"
                + "{\"ErrorCode\":\"InternalFailure\",\"ErrorMessage\":\"later\"},{\"EventId\":\"5\"}]}");
        try (var receiver = new EventBus(bus, StaticCredentialsProvider.create(IDENTITY), TIMEOUT, clock)) {
            var both = List.of(notice("joined", 1), notice("token_generated", 2));
            assertThat(receiver.take(both)).isEqualTo(Outcome.all(both));
            assertThat(receiver.take(List.of(notice("joined", 3)))).isEqualTo(Outcome.none("ThrottlingException: no"));
            assertThat(receiver.take(List.of(notice("joined", 3), notice("joined", 4), notice("joined", 5))))
                    .as("none behind the one that failed")
                    .isEqualTo(new Outcome(1, Optional.of("InternalFailure: later")));
            assertThat(receiver.take(List.of(notice("joined", 4))).refusal())
                    .hasValueSatisfying(why -> assertThat(why).startsWith("it answered 400"));
        } finally {
            server.stop(0);
        }

        var entries = asked.get(0).path("Entries");
        assertThat(entries.path(0).path("EventBusName").asString()).isEqualTo(ARN);
        assertThat(entries.path(0).path("Source").asString()).isEqualTo("io.gatehouse");
        assertThat(entries.path(0).path("DetailType").asString()).isEqualTo("joined");
        assertThat(entries.path(0).path("Detail").asString())
                .isEqualTo("{\"id\":\"id-1\",\"position\":1,\"sequence\":1}");
        assertThat(entries.path(1).path("Source").asString()).isEqualTo("custom.waitingroom");
        assertThat(entries.path(1).path("DetailType").asString()).isEqualTo("token_generated");
    }

    /** Signs what has come in once more, as whoever knows the secret can. */
    private void handle(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        var headers = exchange.getRequestHeaders();
        var plain = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(URI.create("http://" + headers.getFirst("Host") + "/"))
                .putHeader("Content-Type", headers.getFirst("Content-Type"))
                .putHeader("X-Amz-Target", headers.getFirst("X-Amz-Target"))
                .build();
        var signed = AwsV4HttpSigner.create()
                .sign(request -> request.identity(IDENTITY)
                        .request(plain)
                        .payload(ContentStreamProvider.fromByteArray(body))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "events")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, "eu-central-1")
                        .putProperty(HttpSigner.SIGNING_CLOCK, clock))
                .request()
                .firstMatchingHeader("Authorization");
        var isRight = signed.equals(Optional.of(headers.getFirst("Authorization")))
                && "AWSEvents.PutEvents".equals(headers.getFirst("X-Amz-Target"));
        asked.add(JsonMapper.shared().readTree(body));
        var answer = isRight && !answers.isEmpty() ? answers.remove(0) : "{}";
        exchange.sendResponseHeaders(answer.equals("{}") ? 400 : 200, 0);
        exchange.getResponseBody().write(answer.getBytes(UTF_8));
        exchange.close();
    }

    @Test
    void givenAStream_whenItsRedisIsAwayAndComesBack_thenItHasAllThatWasTakenAndIsBounded() {
        try (var redis = RedisServer.start();
                var receiver = new RedisStream(RedisURI.create(redis.url()), "sale", 100, TIMEOUT)) {
            assertThat(receiver.take(List.of(notice("joined", 1), notice("joined", 2)))
                            .refusal())
                    .isEmpty();
            redis.isKilled();
            assertThat(receiver.take(List.of(notice("joined", 3))).refusal()).isPresent();
            redis.startsEmpty();
            IntStream.rangeClosed(1, 10)
                    .mapToObj(hundred -> IntStream.rangeClosed(1, 100)
                            .mapToObj(number -> notice("joined", 100 * hundred + number))
                            .toList())
                    .forEach(some -> await().atMost(Duration.ofSeconds(30))
                            .until(() -> receiver.take(some).refusal().isEmpty()));

            assertThat(Integer.parseInt(redis.say("XLEN", "sale").strip())).isBetween(100, 300);
            assertThat(redis.say("XREVRANGE", "sale", "+", "-", "COUNT", "1"))
                    .contains("id-1100", "\"sequence\":\"0000000000001100\"");
        }
    }

    private Notice notice(String kind, long number) {
        var event = new Event("id-" + number, kind, clock.instant(), Map.of("position", number));
        return new Notice("https://wait.example/rooms/shop", number, event);
    }
}
