package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.testing.HostileServer;
import io.gatehouse.time.MutableScheduler;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Subscriptions come from strangers: where they may lead, and what becomes of push services that do harm. */
@ExtendWith(OutputCaptureExtension.class)
class PushNoticesTest {

    private static final RunningGatehouse GATEHOUSE = starts("10s");

    private static RunningGatehouse starts(String answerWithin) {
        return RunningGatehouse.with(
                        "gatehouse.turnstile.tick=1m",
                        "gatehouse.trusted-proxies=1",
                        "gatehouse.limits.enabled=false",
                        "gatehouse.notices.push.hosts=localhost,fcm.googleapis.com,*.push.apple.com",
                        "gatehouse.notices.push.answer-within=" + answerWithin,
                        "gatehouse.rooms.page.notices=push",
                        "gatehouse.rooms.wrong.notices=push",
                        "gatehouse.rooms.inner.notices=push",
                        "gatehouse.rooms.hostile.notices=push")
                .site("page", "page")
                .site("wrong", "wrong")
                .site("inner", "inner")
                .site("hostile", "hostile")
                .starts()
                .standing();
    }

    @AfterAll
    static void stop() {
        GATEHOUSE.close();
    }

    @Test
    void givenARoomThatTellsBrowsers_whenAVisitorAsks_thenTheButtonNeedsAScriptAndItsPartsAreThere() {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "page"));

        var page = visitor.opens("/rooms/page/notice");

        assertThat(page.body())
                .contains("<form class=\"act\" id=\"push\" method=\"post\" hidden", "Tell me in this browser")
                .contains("href=\"/rooms/page/notice/manifest\"", "/waiting-page/notice.js")
                .doesNotContain("type=\"email\"");
        assertThat(page.header("Content-Security-Policy")).contains("manifest-src 'self'");
        assertThat(visitor.gets("/rooms/page/notice/manifest").body())
                .contains("\"display\":\"standalone\"", "\"start_url\":\"/rooms/page/notice\"");
        assertThat(visitor.gets("/waiting-page/notice-worker.js").header("Content-Type"))
                .contains("javascript");
        var others = GATEHOUSE.browser();
        others.opens(Login.authorize("client_id", "page"));
        assertThat(others.opens("/rooms/page/notice").body())
                .as("one key for all")
                .contains(page.body().replaceAll("(?s).*(data-key=\"[^\"]+\").*", "$1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://fcm.googleapis.com/fcm/send/x",
                "https://fcm.googleapis.com:8443/fcm/send/x",
                "https://user@fcm.googleapis.com/fcm/send/x",
                "https://fcm.googleapis.com.example.com/fcm/send/x",
                "https://push.apple.com/x",
                "https://evil-push.apple.com.example/x",
                "https://169.254.169.254/latest/meta-data",
                "https://127.0.0.1/x",
                "http://127.0.0.1/x",
                "http://[::1]/x",
                "https://fcm.googleapis.com/a b",
                "fcm.googleapis.com",
                "javascript:alert(1)",
                ""
            })
    void givenASubscriptionThatLeadsElsewhere_whenAVisitorSendsIt_thenItIsRefused(String endpoint) {
        assertThat(asks(GATEHOUSE, "wrong", subscription(endpoint))).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no JSON",
                "{}",
                "[]",
                "{\"endpoint\":\"https://fcm.googleapis.com/x\"}",
                "{\"endpoint\":\"https://fcm.googleapis.com/x\",\"keys\":{\"p256dh\":\"AAAA\",\"auth\":\"AAAA\"}}",
                "{\"endpoint\":\"https://fcm.googleapis.com/x\",\"keys\":{\"p256dh\":{},\"auth\":7}}"
            })
    void givenASubscriptionWithoutKeys_whenAVisitorSendsIt_thenItIsRefused(String json) {
        assertThat(asks(GATEHOUSE, "wrong", json)).isEqualTo(400);
    }

    @Test
    void givenAListedHostWhoseNameLeadsInside_whenTheTurnComes_thenItIsNotAsked(CapturedOutput log) {
        assertThat(asks(GATEHOUSE, "inner", subscription("https://localhost/inside")))
                .isEqualTo(303);

        GATEHOUSE.letIn("inner", 1);
        await().until(() -> {
            GATEHOUSE.tick();
            return GATEHOUSE.bean(MutableScheduler.class).hasScheduled(Duration.ofSeconds(5));
        });

        assertThat(log.getAll())
                .contains("the name of a push service leads to no public address, so it was not asked")
                .doesNotContain("localhost/inside");
    }

    @ParameterizedTest
    @EnumSource
    void givenAPushServiceWhoseAnswerIsHostile_whenTheTurnComes_thenItsFirstLineIsEnoughAndNoOtherServerIsAsked(
            HostileServer.Answer answer) throws IOException {
        var before = ended();
        try (var service = new HostileServer(answer)) {
            assertThat(asks(GATEHOUSE, "hostile", subscription(service.uri().toString())))
                    .isEqualTo(303);

            GATEHOUSE.letIn("hostile", 1);

            await().atMost(Duration.ofSeconds(30)).until(() -> {
                GATEHOUSE.tick();
                GATEHOUSE.bean(MutableScheduler.class).advance(Duration.ofMinutes(2));
                return ended() > before;
            });
            assertThat(service.sent()).isLessThan(4 * HostileServer.FEW);
            assertThat(service.askedInside()).isZero();
        }
    }

    @Test
    void givenAPushServiceThatNeverAnswers_whenTheTurnComes_thenItIsGivenUpAndTriedAgain() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var gatehouse = starts("100ms")) {
            assertThat(asks(gatehouse, "hostile", subscription("http://localhost:" + silent.getLocalPort() + "/x")))
                    .isEqualTo(303);

            gatehouse.letIn("hostile", 1);

            await().until(() -> {
                gatehouse.tick();
                return gatehouse.bean(MutableScheduler.class).hasScheduled(Duration.ofSeconds(5));
            });
        }
    }

    private static double ended() {
        return Stream.of("sent", "failed", "late", "gone")
                .mapToDouble(answer -> GATEHOUSE
                        .bean(MeterRegistry.class)
                        .get("gatehouse.notices")
                        .tags("room", "hostile", "way", "push", "answer", answer)
                        .counter()
                        .count())
                .sum();
    }

    private static int asks(RunningGatehouse gatehouse, String room, String subscription) {
        var visitor = gatehouse.browser();
        visitor.opens(Login.authorize("client_id", room));
        return visitor.posts("/rooms/" + room + "/notice", Map.of("push", subscription))
                .status();
    }

    /** As a browser makes one. */
    private static String subscription(String endpoint) {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            var encoded = ((ECPublicKey) generator.generateKeyPair().getPublic()).getEncoded();
            var point = Arrays.copyOfRange(encoded, encoded.length - 65, encoded.length);
            var base64 = Base64.getUrlEncoder().withoutPadding();
            return "{\"endpoint\":\"" + endpoint + "\",\"expirationTime\":null,\"keys\":{\"p256dh\":\""
                    + base64.encodeToString(point) + "\",\"auth\":\"" + base64.encodeToString(new byte[16]) + "\"}}";
        } catch (GeneralSecurityException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }
}
