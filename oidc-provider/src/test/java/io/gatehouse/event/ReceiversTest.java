package io.gatehouse.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.event.Receiver.Notice;
import io.gatehouse.event.Receiver.Outcome;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.SignedCalls;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.testing.HostileServer;
import io.gatehouse.testing.MutableClock;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.eventbridge.EventBridgeClientBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a webhook, an event bus and a stream are told, and what they answer. */
class ReceiversTest {

    private static final String ARN = "arn:aws:events:eu-central-1:123456789012:event-bus/sale";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Clock clock = MutableClock.standing();
    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final List<String> answers = new CopyOnWriteArrayList<>();
    private volatile String signature = "";
    private HttpServer server;
    private EventBus bus;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        var address = URI.create("http://localhost:" + server.getAddress().getPort());
        bus = new EventBus(
                ARN,
                client().region(Region.EU_CENTRAL_1).endpointOverride(address).build());
    }

    @AfterEach
    void stop() {
        bus.close();
        server.stop(0);
    }

    @Test
    void givenABus_whenItIsToldOfEvents_thenTheOldRulesGoOnMatching() {
        var both = List.of(notice("joined", 1), notice("token_generated", 2));
        answers("{\"FailedEntryCount\":0,\"Entries\":[{\"EventId\":\"1\"},{\"EventId\":\"2\"}]}");

        assertThat(bus.take(both)).isEqualTo(Outcome.all(both));

        assertThat(signature)
                .startsWith("AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE/")
                .contains("/eu-central-1/events/");
        var entries = asked.get(0).path("Entries");
        assertThat(entries.path(0).path("EventBusName").asString()).isEqualTo(ARN);
        assertThat(entries.path(0).path("Source").asString()).isEqualTo("io.gatehouse");
        assertThat(entries.path(0).path("DetailType").asString()).isEqualTo("joined");
        assertThat(entries.path(0).path("Detail").asString())
                .isEqualTo("{\"id\":\"id-1\",\"position\":1,\"sequence\":1}");
        assertThat(entries.path(1).path("Source").asString()).isEqualTo("custom.waitingroom");
        assertThat(entries.path(1).path("DetailType").asString()).isEqualTo("token_generated");
    }

    @Test
    void givenABus_whenItTakesSomeOfThem_thenNoneBehindTheFirstThatFailedCountsAsTaken() {
        var three = List.of(notice("joined", 3), notice("joined", 4), notice("joined", 5));
        answers("{\"FailedEntryCount\":1,\"Entries\":[{\"EventId\":\"3\"},"
                + "{\"ErrorCode\":\"InternalFailure\",\"ErrorMessage\":\"later\"},{\"EventId\":\"5\"}]}");
        answers("{\"FailedEntryCount\":0,\"Entries\":[{\"EventId\":\"3\"}]}");

        assertThat(bus.take(three)).isEqualTo(new Outcome(1, Optional.of("InternalFailure: later")));
        assertThat(bus.take(three)).isEqualTo(new Outcome(1, Optional.of("no answer")));
    }

    @Test
    void givenABusThatRefuses_whenItIsToldOfEvents_thenItIsAskedOnceAndSaysWhy() {
        var one = List.of(notice("joined", 1));

        assertThat(bus.take(one).refusal())
                .hasValueSatisfying(why -> assertThat(why).contains("no such bus", "400"));
        server.stop(0);
        assertThat(bus.take(one).refusal()).isPresent();

        assertThat(asked).hasSize(1);
    }

    @Test
    void givenABusInChina_whenItIsToldOfEvents_thenItIsAskedThere() {
        var addresses = new ArrayList<URI>();
        var client = client().region(Region.CN_NORTH_1)
                .overrideConfiguration(override -> override.addExecutionInterceptor(new ExecutionInterceptor() {
                    @Override
                    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
                        addresses.add(context.httpRequest().getUri());
                        throw SdkClientException.create("that is all");
                    }
                }))
                .build();
        try (var chinese = new EventBus("sale", client)) {
            assertThat(chinese.take(List.of(notice("joined", 1))).refusal()).isPresent();
        }

        assertThat(addresses).contains(URI.create("https://events.cn-north-1.amazonaws.com.cn/"));
    }

    private static EventBridgeClientBuilder client() {
        return EventBus.client(TIMEOUT)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIAEXAMPLE", "a-secret-of-aws")));
    }

    private void answers(String body) {
        answers.add(body);
    }

    private void answer(HttpExchange exchange) throws IOException {
        signature = exchange.getRequestHeaders().getFirst("Authorization");
        asked.add(JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()));
        var isUnknown = answers.isEmpty();
        var body = isUnknown
                ? "{\"__type\":\"ResourceNotFoundException\",\"message\":\"no such bus\"}"
                : answers.remove(0);
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.1");
        exchange.sendResponseHeaders(isUnknown ? 400 : 200, 0);
        exchange.getResponseBody().write(body.getBytes(UTF_8));
        exchange.close();
    }

    @Test
    void givenAWebhook_whenItAnswers_thenNothingBut2xxIsATakenEventAndItIsAskedOnce() {
        var one = List.of(notice("joined", 1));
        try (var hook = new WebhookStub()) {
            var webhook = webhook(hook, WebhookStub.SECRET);

            assertThat(webhook.take(one)).isEqualTo(Outcome.all(one));
            for (var status : List.of(301, 302, 303, 307, 308, 400, 401, 404, 410, 429, 500, 503)) {
                hook.answers(status);
                assertThat(webhook.take(one)).isEqualTo(Outcome.none("it answered " + status));
            }
            assertThat(hook.refused()).isEqualTo(12);
            hook.isAway();
            assertThat(webhook.take(one).refusal()).isPresent();
            hook.isBack();
        }
    }

    @Test
    void givenAWebhookWithTwoSecrets_whenTheReceiverKnowsOneOfThem_thenItTakesTheEvent() {
        var one = List.of(notice("joined", 1));
        var other = "whsec_bmV3IHNlY3JldCBvZiB0aGUgc2FtZSBsZW5ndGg=";
        try (var hook = new WebhookStub()) {
            assertThat(webhook(hook, WebhookStub.SECRET, other).take(one)).isEqualTo(Outcome.all(one));
            assertThat(webhook(hook, other, WebhookStub.SECRET).take(one)).isEqualTo(Outcome.all(one));
            assertThat(webhook(hook, other).take(one)).isEqualTo(Outcome.none("it answered 401"));
        }
    }

    @Test
    void givenAWebhookThatDoesNotAnswer_whenItsTimeIsOver_thenItHasNotTakenTheEvent() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var uri = URI.create("http://localhost:" + silent.getLocalPort() + "/");
            var webhook = webhook(uri, Duration.ofMillis(100), WebhookStub.SECRET);

            assertThat(webhook.take(List.of(notice("joined", 1))).refusal())
                    .hasValueSatisfying(why -> assertThat(why).contains("timed out"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void givenAWebhookWhoseAnswerIsHostile_whenItIsTold_thenItsFirstLineIsEnough(HostileServer.Answer answer)
            throws IOException {
        var takes = EnumSet.of(HostileServer.Answer.ENDLESS, HostileServer.Answer.TRICKLING, HostileServer.Answer.BOMB)
                .contains(answer);
        var one = List.of(notice("joined", 1));
        try (var hook = new HostileServer(answer)) {
            var webhook = webhook(hook.uri(), TIMEOUT, WebhookStub.SECRET);

            assertThat(webhook.take(one).equals(Outcome.all(one))).isEqualTo(takes);
            assertThat(hook.sent()).isLessThan(HostileServer.FEW);
            assertThat(hook.askedInside()).isZero();
        }
    }

    private Webhook webhook(WebhookStub hook, String... secrets) {
        return webhook(hook.uri(), TIMEOUT, secrets);
    }

    private Webhook webhook(URI uri, Duration timeout, String... secrets) {
        return new Webhook(SignedCalls.of("hook", uri, List.of(secrets), Bounds.ofDocuments(timeout, 1), clock), false);
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
