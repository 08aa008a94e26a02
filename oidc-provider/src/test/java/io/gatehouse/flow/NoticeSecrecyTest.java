package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.gatehouse.event.WebhookStub;
import io.gatehouse.room.RoomId;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Where the address of a visitor who asked to be told must not be found, in any form that can be read. */
@ExtendWith(OutputCaptureExtension.class)
class NoticeSecrecyTest {

    private final GreenMail mail =
            new GreenMail(new ServerSetup(FreePorts.next(), "localhost", ServerSetup.PROTOCOL_SMTP));

    @AfterEach
    void stop() {
        mail.stop();
    }

    @Test
    void givenAVisitorWhoAskedToBeTold_whenTheTurnHasCome_thenFilesEventsLedgerAndLogLackTheAddress(
            @TempDir Path data, CapturedOutput log) throws IOException {
        mail.start();
        try (var hook = new WebhookStub();
                var gatehouse = RunningGatehouse.start(data, settings(hook))) {
            var visitor = gatehouse.browser();
            visitor.opens(Login.authorize("state", "s".repeat(2_000))); // so long that the store keeps it
            visitor.submits("/rooms/shop/notice", Map.of("email", "Zoe.Quince@example.com"));
            var whileWaiting = files(data);
            assertThat(whileWaiting).as("a file that can be read").contains("parked:shop:");
            gatehouse.letIn("shop", 1);
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                gatehouse.tick();
                return mail.getReceivedMessages().length > 0;
            });
            await().atMost(Duration.ofMinutes(1)).until(() -> hook.heard().stream()
                    .anyMatch(event -> event.path("type").asString().endsWith("called")));

            for (var text : Stream.of(
                            whileWaiting,
                            files(data),
                            hook.heard().toString(),
                            gatehouse.ledger(new RoomId("shop")).toString(),
                            log.getAll())
                    .toList()) {
                assertThat(text)
                        .isNotEmpty()
                        .doesNotContainIgnoringCase("quince")
                        .doesNotContain("Q\0u\0i\0n\0c\0e")
                        .doesNotContain("Wm9lLlF1aW5jZUBleGFtcGxlLmNvb"); // Base64 of the whole address
            }
        }
    }

    private String[] settings(WebhookStub hook) {
        return Stream.concat(
                        Stream.of(
                                "gatehouse.rooms.shop.notices=email",
                                "logging.level.io.gatehouse=debug",
                                "gatehouse.alerts.mail.host=localhost",
                                "gatehouse.alerts.mail.port=" + mail.getSmtp().getPort(),
                                "gatehouse.alerts.mail.security=none",
                                "gatehouse.alerts.mail.from=shop@example.com"),
                        Stream.of(hook.settings()))
                .toArray(String[]::new);
    }

    /** All that lies in this folder, byte for byte. */
    private static String files(Path data) throws IOException {
        try (var all = Files.walk(data)) {
            var text = new StringBuilder();
            for (var file : all.filter(Files::isRegularFile).toList()) {
                text.append(Files.readString(file, ISO_8859_1));
            }
            return text.toString();
        }
    }
}
