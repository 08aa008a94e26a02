package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.HostileServer;
import io.gatehouse.time.MutableScheduler;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Notices to phones by AWS End User Messaging, at a stand-in that speaks its protocol (AWS JSON 1.0). */
@ExtendWith(OutputCaptureExtension.class)
class AwsPhonesTest {

    private static final String NUMBER = "+4915123456789";
    private static final List<JsonNode> ASKED = new CopyOnWriteArrayList<>();
    private static volatile int status = 200;
    private static volatile String error = "";

    @SuppressWarnings("NullAway.Init")
    private static HttpServer amazon;

    @SuppressWarnings("NullAway.Init")
    private static RunningGatehouse gatehouse;

    @BeforeAll
    static void start() throws IOException {
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
        amazon = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        amazon.createContext("/", AwsPhonesTest::answer);
        amazon.start();
        gatehouse = starts(amazon.getAddress().getPort());
    }

    private static RunningGatehouse starts(int port, String... more) {
        var settings = Stream.of(
                "gatehouse.turnstile.tick=1m",
                "gatehouse.notices.phones.countries=DE",
                "gatehouse.notices.phones.aws.endpoint=http://localhost:" + port,
                "gatehouse.notices.phones.aws.region=eu-central-1",
                "gatehouse.notices.phones.aws.from=SHOP",
                "gatehouse.notices.phones.aws.calls-from=+4930901820",
                "gatehouse.notices.phones.aws.configuration-set=sale",
                "gatehouse.notices.phones.aws.most-per-text=0.09",
                "gatehouse.notices.phones.aws.most-per-minute=0.50",
                "gatehouse.rooms.told.notices=sms,voice",
                "gatehouse.rooms.busy.notices=sms",
                "gatehouse.rooms.out.notices=sms",
                "gatehouse.rooms.wrong.notices=sms");
        return RunningGatehouse.with(Stream.concat(settings, Stream.of(more)).toArray(String[]::new))
                .site("told", "told")
                .site("busy", "busy")
                .site("out", "out")
                .site("wrong", "wrong")
                .starts()
                .standing();
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
        amazon.stop(0);
    }

    @BeforeEach
    void nothingIsAsked() {
        ASKED.clear();
        answers(200, "");
    }

    @Test
    void givenAVisitorWhoAskedForATextAndACall_whenTheTurnComes_thenAmazonIsAskedForBothAndSignedRequestsSayWhat() {
        asks(gatehouse, "told", Map.of("sms", NUMBER, "voice", "+4930123456"));

        gatehouse.letIn("told", 1);
        await().until(() -> {
            gatehouse.tick();
            return ASKED.size() == 2;
        });

        var text = asked("SendTextMessage");
        assertThat(text.path("DestinationPhoneNumber").asString()).isEqualTo(NUMBER);
        assertThat(text.path("OriginationIdentity").asString()).isEqualTo("SHOP");
        assertThat(text.path("MessageBody").asString()).startsWith("It is your turn - told\nYour turn is kept");
        assertThat(text.path("MessageType").asString()).isEqualTo("TRANSACTIONAL");
        assertThat(text.path("MaxPrice").asString()).isEqualTo("0.09");
        assertThat(text.path("TimeToLive").asInt()).as("seconds of the turn").isBetween(590, 600);
        var call = asked("SendVoiceMessage");
        assertThat(call.path("DestinationPhoneNumber").asString()).isEqualTo("+4930123456");
        assertThat(call.path("OriginationIdentity").asString()).isEqualTo("+4930901820");
        assertThat(call.path("MessageBody").asString())
                .isEqualTo("It is your turn - told\nYour turn is kept for 10 minutes.");
        assertThat(call.path("VoiceId").asString()).isEqualTo("JOANNA");
        assertThat(call.path("MaxPricePerMinute").asString()).isEqualTo("0.50");
        assertThat(ASKED).allSatisfy(one -> {
            assertThat(one.path("ConfigurationSetName").asString()).isEqualTo("sale");
            assertThat(one.path("signed").asString())
                    .matches(
                            "AWS4-HMAC-SHA256 Credential=local/\\d{8}/eu-central-1/sms-voice/aws4_request, SignedHeaders=.*");
        });
        await().until(() ->
                counted(gatehouse, "told", "sms", "sent") == 1 && counted(gatehouse, "told", "voice", "sent") == 1);
    }

    @ParameterizedTest
    @CsvSource({"de, VICKI, Sie sind an der Reihe", "fi, JOANNA, It is your turn"})
    void givenAVisitorOfAnotherLanguage_whenTheyAreCalled_thenAVoiceOfItOrAnEnglishOneSpeaks(
            String language, String voice, String said) {
        var visitor = gatehouse.browser();
        visitor.opens(Login.authorize("client_id", "told"));
        visitor.submits(
                "/rooms/told/notice", Map.of("voice", "+4930123" + voice.length() + "00", "ui_locales", language));

        gatehouse.letIn("told", 1);
        await().until(() -> {
            gatehouse.tick();
            return !ASKED.isEmpty();
        });

        assertThat(asked("SendVoiceMessage").path("VoiceId").asString()).isEqualTo(voice);
        assertThat(asked("SendVoiceMessage").path("MessageBody").asString()).startsWith(said);
    }

    @ParameterizedTest
    @CsvSource({"400, ThrottlingException", "429, TooManyRequests", "503, ServiceUnavailable"})
    void givenAmazonIsBusy_whenItIsAskedAgain_thenTheMessageIsSentOnce(int busy, String type, CapturedOutput log) {
        answers(
                busy,
                "{\"__type\":\"com.amazonaws.smsvoice#" + type + "\",\"Message\":\"too fast for " + NUMBER + "\"}");
        asks(gatehouse, "busy", Map.of("sms", "+49151234567" + busy % 100 / 10 + type.length() % 10));
        gatehouse.letIn("busy", 1);
        await().until(() -> {
            gatehouse.tick();
            return gatehouse.bean(MutableScheduler.class).hasScheduled(Duration.ofSeconds(5));
        });

        answers(200, "");
        gatehouse.bean(MutableScheduler.class).advance(Duration.ofSeconds(5));
        await().until(() -> ASKED.size() == 2);
        minutesAgain();

        assertThat(ASKED).hasSize(2);
        assertThat(log.getAll()).contains(type).doesNotContain("15123456");
    }

    @Test
    void givenANumberThatHasOptedOutAtAmazon_whenItIsAskedFor_thenItIsGoneAndNotAskedForAgain() {
        answers(
                400,
                "{\"__type\":\"ConflictException\",\"Message\":\"out\",\"Reason\":\"DESTINATION_PHONE_NUMBER_OPTED_OUT\"}");
        asks(gatehouse, "out", Map.of("sms", "+4915123456777"));
        gatehouse.letIn("out", 1);
        await().until(() -> {
            gatehouse.tick();
            return counted(gatehouse, "out", "sms", "gone") == 1;
        });

        asks(gatehouse, "out", Map.of("sms", "+4915123456777"));
        gatehouse.letIn("out", 1);
        await().until(() -> {
            gatehouse.tick();
            return counted(gatehouse, "out", "sms", "stopped") == 1;
        });

        assertThat(ASKED).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "400, ValidationException, INVALID_PARAMETER",
        "400, ConflictException, RESOURCE_NOT_ACTIVE",
        "400, ServiceQuotaExceededException, MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT",
        "403, AccessDeniedException, INSUFFICIENT_ACCOUNT_REPUTATION",
        "500, InternalServerException, IT_MAY_HAVE_BEEN_SENT"
    })
    void givenAmazonRefuses_whenItIsAsked_thenTheLogSaysWhyWithoutTheNumberAndItIsNotAskedAgain(
            int refused, String type, String reason, CapturedOutput log) {
        answers(
                refused,
                "{\"__type\":\"" + type + "\",\"Message\":\"no " + NUMBER + "\",\"Reason\":\"" + reason + "\"}");
        var before = counted(gatehouse, "wrong", "sms", "failed");
        asks(gatehouse, "wrong", Map.of("sms", "+49151234568" + type.length() % 100));

        gatehouse.letIn("wrong", 1);
        await().until(() -> {
            gatehouse.tick();
            return counted(gatehouse, "wrong", "sms", "failed") > before;
        });
        minutesAgain();

        assertThat(ASKED).hasSize(1);
        assertThat(log.getAll()).contains(type + " " + reason).doesNotContain("15123456");
    }

    @ParameterizedTest
    @EnumSource(names = {"ENDLESS", "TRICKLING"})
    void givenAnAnswerThatIsHostile_whenTheTurnComes_thenItIsGivenUpAndNoOtherServerIsAsked(HostileServer.Answer answer)
            throws IOException {
        try (var hostile = new HostileServer(answer);
                var own = starts(hostile.uri().getPort(), "gatehouse.notices.phones.answer-within=1s")) {
            asks(own, "told", Map.of("sms", NUMBER));

            own.letIn("told", 1);

            await().atMost(Duration.ofSeconds(30)).until(() -> {
                own.tick();
                return counted(own, "told", "sms", "failed") + counted(own, "told", "sms", "sent") == 1;
            });
            assertThat(hostile.sent()).isLessThan(HostileServer.FEW);
            assertThat(hostile.askedInside()).isZero();
        }
    }

    @Test
    void givenAmazonThatNeverAnswers_whenTheTurnComes_thenTheMessageMayHaveBeenSentAndIsNotSentAgain()
            throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var own = starts(silent.getLocalPort(), "gatehouse.notices.phones.answer-within=100ms")) {
            asks(own, "told", Map.of("sms", NUMBER));

            own.letIn("told", 1);

            await().until(() -> {
                own.tick();
                return counted(own, "told", "sms", "failed") == 1;
            });
            assertThat(own.bean(MutableScheduler.class).hasScheduled(Duration.ofSeconds(5)))
                    .isFalse();
        }
    }

    @Test
    void givenAmazonThatIsAway_whenTheTurnComes_thenItIsAskedAgain() {
        try (var own = starts(FreePorts.next())) {
            asks(own, "told", Map.of("sms", NUMBER));

            own.letIn("told", 1);

            await().until(() -> {
                own.tick();
                return own.bean(MutableScheduler.class).hasScheduled(Duration.ofSeconds(5));
            });
        }
    }

    private static void asks(RunningGatehouse at, String room, Map<String, String> form) {
        var visitor = at.browser();
        visitor.opens(Login.authorize("client_id", room));
        assertThat(visitor.submits("/rooms/" + room + "/notice", form).body()).contains("Your request is noted");
    }

    private static void minutesAgain() {
        for (var n = 0; n < 3; n++) {
            gatehouse.bean(MutableScheduler.class).advance(Duration.ofMinutes(1));
            gatehouse.tick();
        }
    }

    private static double counted(RunningGatehouse at, String room, String way, String answer) {
        return at.bean(MeterRegistry.class)
                .get("gatehouse.notices")
                .tags("room", room, "way", way, "answer", answer)
                .counter()
                .count();
    }

    private static void answers(int code, String body) {
        error = body;
        status = code;
    }

    private static JsonNode asked(String operation) {
        return ASKED.stream()
                .filter(one -> one.path("target").asString().equals("PinpointSMSVoiceV2." + operation))
                .findFirst()
                .orElseThrow();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var asked = JsonMapper.shared().readTree(body).asObject();
        asked.put("target", headers.getFirst("X-Amz-Target"));
        asked.put("signed", headers.getFirst("Authorization"));
        ASKED.add(asked);
        var bytes = (status == 200 ? "{\"MessageId\":\"1\"}" : error).getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
