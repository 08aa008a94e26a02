package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.event.WebhookStub;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.testing.HostileServer;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** A visitor who asked for it hears of the turn by a text message or a call, which a webhook has sent. */
@ExtendWith(OutputCaptureExtension.class)
class PhoneNoticesTest {

    private static final String MOBILE = "+4915123456789";
    private static final WebhookStub HOOK = new WebhookStub();
    private static final RunningGatehouse GATEHOUSE =
            starts(HOOK.uri(), List.of("told", "away", "wrong", "refused", "stopped"));

    private static RunningGatehouse starts(URI hook, List<String> rooms, String... more) {
        var settings = Stream.of(
                Stream.of(
                        "gatehouse.turnstile.tick=1m",
                        "gatehouse.trusted-proxies=1",
                        "gatehouse.limits.enabled=false",
                        "gatehouse.notices.phones.countries=DE,US",
                        "gatehouse.notices.phones.url=" + hook,
                        "gatehouse.notices.phones.secrets=" + WebhookStub.SECRET),
                rooms.stream().map(room -> "gatehouse.rooms." + room + ".notices=sms,voice"),
                Stream.of(more));
        var all = RunningGatehouse.with(settings.flatMap(same -> same).toArray(String[]::new));
        for (var room : rooms) {
            all = all.site(room, room);
        }
        return all.starts().standing();
    }

    @AfterAll
    static void stop() {
        GATEHOUSE.close();
        HOOK.close();
    }

    @Test
    void givenAVisitorFarBack_whenTheTurnComesNearAndThenComes_thenPhonesAreToldTwiceAndNothingKeepsTheNumber(
            CapturedOutput log) {
        join("told", 12);
        var visitor = GATEHOUSE.browser();
        assertThat(visitor.opens(Login.authorize("client_id", "told")).body()).contains("Tell me when it is my turn");
        assertThat(visitor.opens("/rooms/told/notice").body())
                .contains("Your mobile number with country code (Germany, United States)", "for a call", "type=\"tel\"")
                .containsOnlyOnce("autocomplete=\"tel\"")
                .doesNotContain("type=\"email\"");

        var asked =
                visitor.submits("/rooms/told/notice", Map.of("sms", "0049 (0)151 23456789", "voice", "+49 30 901820"));
        assertThat(asked.body()).contains("Your request is noted");
        assertThat(kept("told", 13)).containsEntry("sms", MOBILE).containsEntry("voice", "+4930901820");
        GATEHOUSE.letIn("told", 6);
        hears(MOBILE, 1);
        hears("+4930901820", 1);
        GATEHOUSE.tick();
        GATEHOUSE.letIn("told", 7);
        hears(MOBILE, 2);
        hears("+4930901820", 2);
        minutesAgain();

        assertThat(heard(MOBILE)).hasSize(2);
        var soon = heard(MOBILE).get(0);
        assertThat(soon.at("/type").asString()).isEqualTo("notice");
        assertThat(soon.at("/data/way").asString()).isEqualTo("sms");
        assertThat(soon.at("/data/text").asString())
                .isEqualTo("It is almost your turn - told\nOpen this page in the browser in which you wait:\n"
                        + GATEHOUSE.issuer() + "/rooms/told/wait\nNo more messages?\n"
                        + soon.at("/data/stop").asString());
        var turn = heard("+4930901820").get(1);
        assertThat(turn.at("/data/way").asString()).isEqualTo("voice");
        assertThat(turn.at("/data/turn").asBoolean()).isTrue();
        assertThat(turn.at("/data/text").asString())
                .isEqualTo("It is your turn - told\nYour turn is kept for 10 minutes.");
        assertThat(turn.at("/data/stop").asString()).startsWith(GATEHOUSE.issuer() + "/rooms/told/notice/stop/");
        assertThat(log.getAll()).doesNotContain("15123456789", "30901820");
        assertThat(GATEHOUSE.ledger(GATEHOUSE.room("told").id()).toString()).doesNotContain("15123456789");
        assertThat(kept("told", 13)).isNotEmpty().doesNotContainKeys("sms", "voice");
        for (var way : List.of("sms", "voice")) {
            await().until(() -> counted(GATEHOUSE, "told", way, "sent") == 2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "015123456789", // of no country
                "+4930901820", // a fixed line
                "+4990012345678", // paid by the caller
                "+18765551234", // Jamaica, whose code is that of the United States
                "+4369912345678",
                "+49151234567890123456",
                "+49 151 23456789 ext. 5",
                "visitor@example.com"
            })
    void givenANumberThatIsNotAllowed_whenAVisitorEntersIt_thenTheyAreTold(String typed) {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "wrong"));

        var answer = visitor.posts("/rooms/wrong/notice", Map.of("sms", typed));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("We cannot tell you there", "or number may be mistyped");
    }

    @Test
    void givenAWebhookThatIsAwayAndThenBusy_whenItIsBack_thenTheMessageArrivesOnce() {
        asks("away", "+4915123456701");
        HOOK.isAway();
        GATEHOUSE.letIn("away", 1);
        tickUntilScheduled(Duration.ofSeconds(5));

        HOOK.answers(503);
        HOOK.isBack();
        var refused = HOOK.refused();
        await().until(() -> {
            scheduler().advance(Duration.ofSeconds(5));
            return HOOK.refused() > refused;
        });
        tickUntilScheduled(Duration.ofSeconds(30));
        HOOK.answers(204);
        scheduler().advance(Duration.ofSeconds(30));
        hears("+4915123456701", 1);
        minutesAgain();

        assertThat(heard("+4915123456701")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 401, 410})
    void givenAWebhookThatRefuses_whenTheTurnComes_thenItIsAskedOnceAndCounted(int status) {
        asks("refused", "+49151234568" + status % 100 / 10 + status % 10);
        var failed = counted("failed");
        var refused = HOOK.refused();
        HOOK.answers(status);

        GATEHOUSE.letIn("refused", 1);
        await().until(() -> {
            GATEHOUSE.tick();
            return counted("failed") > failed;
        });
        minutesAgain();
        HOOK.answers(204);

        assertThat(HOOK.refused()).isEqualTo(refused + 1);
        assertThat(counted("failed")).isEqualTo(failed + 1);
    }

    @ParameterizedTest
    @EnumSource
    void givenAWebhookWhoseAnswerIsHostile_whenTheTurnComes_thenItsFirstLineIsEnoughAndNoOtherServerIsAsked(
            HostileServer.Answer answer) throws IOException {
        try (var hook = new HostileServer(answer);
                var gatehouse = starts(hook.uri(), List.of("hostile"))) {
            var visitor = gatehouse.browser();
            visitor.opens(Login.authorize("client_id", "hostile"));
            visitor.submits("/rooms/hostile/notice", Map.of("sms", MOBILE));

            gatehouse.letIn("hostile", 1);

            await().atMost(Duration.ofSeconds(30)).until(() -> {
                gatehouse.tick();
                return counted(gatehouse, "hostile", "sent") + counted(gatehouse, "hostile", "failed") == 1;
            });
            assertThat(hook.sent()).isLessThan(HostileServer.FEW);
            assertThat(hook.askedInside()).isZero();
        }
    }

    @Test
    void givenAWebhookThatNeverAnswers_whenTheTurnComes_thenTheMessageIsNotSentAgain() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var gatehouse = starts(
                        URI.create("http://localhost:" + silent.getLocalPort()),
                        List.of("slow"),
                        "gatehouse.notices.phones.answer-within=100ms")) {
            var visitor = gatehouse.browser();
            visitor.opens(Login.authorize("client_id", "slow"));
            visitor.submits("/rooms/slow/notice", Map.of("sms", MOBILE));

            gatehouse.letIn("slow", 1);

            await().until(() -> {
                gatehouse.tick();
                return counted(gatehouse, "slow", "failed") == 1;
            });
            assertThat(gatehouse.bean(MutableScheduler.class).hasScheduled(Duration.ofSeconds(5)))
                    .isFalse();
        }
    }

    @Test
    void givenManyNumbersOfOneRangeAndDigitsBehindANumber_whenTurnsCome_thenFewAreToldAndAllAnswersAreAlike() {
        try (var hook = new WebhookStub();
                var gatehouse =
                        starts(hook.uri(), List.of("pumped", "also"), "gatehouse.notices.phones.most-per-range=2")) {
            for (var n = 0; n < 3; n++) {
                for (var room : List.of("pumped", "also")) {
                    ask(gatehouse, room, Map.of("sms", "+49151234500" + room.length() + n));
                    ask(gatehouse, room, Map.of("voice", "+493090182012" + room.length() + n));
                }
            }
            ask(gatehouse, "also", Map.of("sms", "+4915198765432"));

            gatehouse.letIn("pumped", 6);
            gatehouse.letIn("also", 7);
            await().until(() -> {
                gatehouse.tick();
                return hook.heard().stream().anyMatch(one -> to(one).equals("+4915198765432"))
                        && counted(gatehouse, "pumped", "over-limit") + counted(gatehouse, "also", "over-limit") == 8;
            });

            await().until(() -> hook.heard().size() >= 5);
            assertThat(hook.heard()).hasSize(5);
        }
    }

    /** Networks ignore what is dialled behind a whole number. */
    @Test
    void givenANumberWhoseHolderWantsNoNotices_whenItIsEnteredWithMoreDigits_thenItIsNotCalled() {
        ask(GATEHOUSE, "stopped", Map.of("voice", "+4930123456"));
        GATEHOUSE.letIn("stopped", 1);
        hears("+4930123456", 1);
        var stop = heard("+4930123456").get(0).at("/data/stop").asString();
        GATEHOUSE.browser().posts(stop.replace(GATEHOUSE.issuer(), ""), Map.of());
        ask(GATEHOUSE, "stopped", Map.of("voice", "+493012345612"));
        ask(GATEHOUSE, "stopped", Map.of("voice", "+4930123457"));

        GATEHOUSE.letIn("stopped", 2);
        hears("+4930123457", 1);
        await().until(() -> {
            GATEHOUSE.tick();
            return counted(GATEHOUSE, "stopped", "voice", "stopped") == 1;
        });

        assertThat(heard("+493012345612")).isEmpty();
    }

    private static void ask(RunningGatehouse gatehouse, String room, Map<String, String> form) {
        var visitor = gatehouse.browser();
        visitor.opens(Login.authorize("client_id", room));
        assertThat(visitor.submits("/rooms/" + room + "/notice", form).body()).contains("Your request is noted");
    }

    @Test
    void givenALimitOfADay_whenManyTurnsAreNear_thenHalfOfItIsLeftForTheTurns() {
        try (var hook = new WebhookStub();
                var gatehouse = starts(hook.uri(), List.of("half"), "gatehouse.notices.phones.most-per-room=4")) {
            IntStream.range(0, 12).forEach(n -> gatehouse.room("half").join(new PlaceId(UUID.randomUUID())));
            IntStream.range(0, 4).forEach(n -> ask(gatehouse, "half", Map.of("sms", "+491512345678" + n)));

            gatehouse.letIn("half", 7);
            await().until(() -> {
                gatehouse.tick();
                return counted(gatehouse, "half", "over-limit") == 2;
            });
            gatehouse.letIn("half", 9);
            await().until(() -> {
                gatehouse.tick();
                return counted(gatehouse, "half", "over-limit") == 4;
            });

            await().until(() -> hook.heard().size() >= 4);
            assertThat(hook.heard().stream().map(one -> one.at("/data/turn").asBoolean()))
                    .containsExactlyInAnyOrder(false, false, true, true);
        }
    }

    @Test
    void givenTwoFieldsOfWhichOneIsWrong_whenAVisitorSendsThem_thenNeitherIsKeptAndTheNextFormIs() {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "wrong"));

        var answer = visitor.posts("/rooms/wrong/notice", Map.of("sms", "+49151234567", "voice", "+4930901820"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(visitor.opens("/rooms/wrong/notice").body()).contains("for a call");
        assertThat(visitor.submits("/rooms/wrong/notice", Map.of("sms", MOBILE, "voice", "+4930901820"))
                        .body())
                .contains("Your request is noted");
    }

    private static void asks(String room, String number) {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", room));
        assertThat(visitor.submits("/rooms/" + room + "/notice", Map.of("sms", number))
                        .body())
                .contains("Your request is noted");
    }

    private static void join(String room, int many) {
        IntStream.range(0, many).forEach(n -> GATEHOUSE.room(room).join(new PlaceId(UUID.randomUUID())));
    }

    private static MutableScheduler scheduler() {
        return GATEHOUSE.bean(MutableScheduler.class);
    }

    private static void tickUntilScheduled(Duration pause) {
        await().until(() -> {
            GATEHOUSE.tick();
            return scheduler().hasScheduled(pause);
        });
    }

    private static void minutesAgain() {
        IntStream.range(0, 3).forEach(n -> {
            scheduler().advance(Duration.ofMinutes(1));
            GATEHOUSE.tick();
        });
    }

    private static void hears(String number, int many) {
        await().until(() -> {
            GATEHOUSE.tick();
            return heard(number).size() == many;
        });
    }

    private static List<JsonNode> heard(String number) {
        return HOOK.heard().stream().filter(one -> to(one).equals(number)).toList();
    }

    private static String to(JsonNode heard) {
        return heard.at("/data/to").asString();
    }

    private static double counted(String answer) {
        return counted(GATEHOUSE, "refused", answer);
    }

    /** By both ways. */
    private static double counted(RunningGatehouse gatehouse, String room, String answer) {
        return counted(gatehouse, room, "sms", answer) + counted(gatehouse, room, "voice", answer);
    }

    private static double counted(RunningGatehouse gatehouse, String room, String way, String answer) {
        return gatehouse
                .bean(MeterRegistry.class)
                .get("gatehouse.notices")
                .tags("room", room, "way", way, "answer", answer)
                .counter()
                .count();
    }

    /** What the store knows of the notices of this number. */
    private static Map<String, Object> kept(String room, long number) {
        var opening = GATEHOUSE.room(room).at(Position.of(number)).orElseThrow().opening();
        return GATEHOUSE
                .bean(ExpiringStore.class)
                .get(
                        "notices/" + room + "/" + opening + "/0/" + number,
                        GATEHOUSE.clock().instant())
                .flatMap(new Seal(GATEHOUSE.bean(MasterKey.class), "notices")::open)
                .orElse(Map.of());
    }
}
