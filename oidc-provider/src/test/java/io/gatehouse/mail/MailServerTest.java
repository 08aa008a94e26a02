package io.gatehouse.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.gatehouse.testing.OwnCertificate;
import io.gatehouse.time.SystemScheduler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What mail servers of all kinds do to one e-mail. */
class MailServerTest {

    private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

    private static OwnCertificate certificate;

    private final SystemScheduler time = new SystemScheduler();

    /** GreenMail reads its certificate once in a process. */
    @BeforeAll
    static void certify(@TempDir Path folder) throws Exception {
        certificate = OwnCertificate.in(folder);
        System.setProperty("greenmail.tls.keystore.file", certificate.file().toString());
        System.setProperty("greenmail.tls.keystore.password", OwnCertificate.PASSWORD);
    }

    @AfterEach
    void stop() {
        time.close();
    }

    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void givenAServerThatSendsAByteNowAndThen_whenAMailIsSent_thenItIsGivenUp() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var threads = new Threads()) {
            threads.run(() -> {
                var out = server.accept().getOutputStream();
                time.repeat(() -> write(out, "2"), Duration.ofMillis(20));
            });

            assertThat(send(server.getLocalPort(), "none", "Shop: test")).isPresent();
        }
    }

    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void givenAServerThatGreetsWithoutEnd_whenAMailIsSent_thenItIsGivenUp() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var threads = new Threads()) {
            threads.run(() -> {
                var out = server.accept().getOutputStream();
                while (write(out, "220-" + "a".repeat(1000) + "\r\n")) {
                    Thread.onSpinWait();
                }
            });

            assertThat(send(server.getLocalPort(), "none", "Shop: test")).isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Shop\r\nBcc: eve@example.com",
                "Shop\nBcc: eve@example.com\n\nbody",
                "Shop\u2028Bcc: eve@example.com"
            })
    void givenATitleWithLineBreaks_whenItIsSent_thenTheSubjectIsOneLine(String title) throws Exception {
        var mail = greenMail(ServerSetup.PROTOCOL_SMTP);
        try {
            assertThat(send(mail.getSmtp().getPort(), "none", title)).isEmpty();

            await().until(() -> mail.getReceivedMessages().length > 0);
            assertThat(mail.getReceivedMessages()).singleElement().satisfies(message -> {
                assertThat(message.getSubject()).startsWith("Shop Bcc: eve@example.com");
                assertThat(message.getHeader("Bcc")).isNull();
                assertThat(message.getAllRecipients())
                        .extracting(Object::toString)
                        .containsExactly("anna@example.com");
            });
        } finally {
            mail.stop();
        }
    }

    @Test
    void givenAServerWithACertificateOfItsOwn_whenAMailIsSentByTls_thenItAndThePasswordAreNotSent() {
        var mail = greenMail(ServerSetup.PROTOCOL_SMTPS);
        try {
            assertThat(send(mail.getSmtps().getPort(), "tls", "Shop: test"))
                    .hasValueSatisfying(why -> assertThat(why).contains("Could not connect"));
            assertThat(mail.getReceivedMessages()).isEmpty();
        } finally {
            mail.stop();
        }
    }

    @Test
    void givenAServerWithATrustedCertificate_whenAMailIsSentByTls_thenItArrivesWithTheRightPasswordOnly()
            throws Exception {
        var mail = greenMail(ServerSetup.PROTOCOL_SMTPS);
        var before = SSLContext.getDefault();
        SSLContext.setDefault(certificate.trusted());
        try {
            mail.setUser("gatehouse@example.com", "gatehouse", "a-right-password");
            assertThat(send(mail.getSmtps().getPort(), "tls", "Shop: test", "user=gatehouse", "password=a-wrong-one"))
                    .hasValueSatisfying(why -> assertThat(why).contains("535").doesNotContain("a-wrong-one"));
            assertThat(mail.getReceivedMessages()).isEmpty();

            assertThat(send(
                            mail.getSmtps().getPort(),
                            "tls",
                            "Shop: test",
                            "user=gatehouse",
                            "password=a-right-password"))
                    .isEmpty();

            assertThat(mail.getReceivedMessages()).singleElement().satisfies(message -> assertThat(message.getSubject())
                    .isEqualTo("Shop: test"));
        } finally {
            SSLContext.setDefault(before);
            mail.stop();
        }
    }

    @Test
    void givenAServerWithoutStartTls_whenItIsRequired_thenNothingIsSent() {
        var mail = greenMail(ServerSetup.PROTOCOL_SMTP);
        try {
            assertThat(send(mail.getSmtp().getPort(), "starttls", "Shop: test"))
                    .hasValueSatisfying(why -> assertThat(why).contains("STARTTLS is required"));
            assertThat(mail.getReceivedMessages()).isEmpty();
        } finally {
            mail.stop();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MAIL, 451 4.3.0 try later, true",
        "RCPT, 450 4.2.1 <ANNA@Example.com> is greylisted, true",
        "RCPT, 550 5.1.1 <ANNA@Example.com> is unknown, false",
        "DATA, 452 4.3.1 no space, true",
        "., 421 4.7.0 too many, true",
        "., 554 5.7.1 ANNA @example.com wants none, false"
    })
    void givenAServerThatRefuses_whenAMailIsSent_thenALaterTryIsRightForItsPassingRefusalsOnly(
            String command, String reply, boolean isSurelyUnsent) throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var threads = new Threads()) {
            threads.run(() -> refuses(server.accept(), command, reply));

            var failure = server(server.getLocalPort(), "none", "answer-within=10s")
                    .send(new MailServer.Mail("anna@example.com", "Shop", "It is your turn.", Map.of()), NOW);

            assertThat(failure).hasValueSatisfying(one -> {
                assertThat(one.isSurelyUnsent()).isEqualTo(isSurelyUnsent);
                assertThat(one.forLogs()).isEqualTo("the server answered " + reply.substring(0, 3));
            });
        }
    }

    /** Answers one mail, one of whose commands is refused. */
    private static void refuses(Socket client, String command, String reply) throws IOException {
        try (client;
                var in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
            var out = client.getOutputStream();
            write(out, "220 here\r\n");
            var isText = false;
            for (var line = in.readLine(); line != null; line = in.readLine()) {
                var isEnd = line.equals(".");
                if (!isText || isEnd) {
                    var isRefused = line.startsWith(command);
                    isText = line.equals("DATA") && !isRefused;
                    write(out, (isRefused ? reply : isText ? "354 go on" : "250 yes") + "\r\n");
                }
            }
        }
    }

    private static GreenMail greenMail(String protocol) {
        var mail = new GreenMail(new ServerSetup(0, "localhost", protocol));
        mail.start();
        return mail;
    }

    private Optional<String> send(int port, String security, String subject, String... more) {
        return server(port, security, more)
                .send(new MailServer.Mail("anna@example.com", subject, "Nothing is wrong.", Map.of()), NOW)
                .map(MailServer.Failure::why);
    }

    private MailServer server(int port, String security, String... more) {
        var given = new LinkedHashMap<String, String>();
        Stream.concat(
                        Stream.of(
                                "host=localhost",
                                "port=" + port,
                                "security=" + security,
                                "from=gatehouse@example.com",
                                "answer-within=" + (more.length == 0 ? "500ms" : "10s")),
                        Stream.of(more))
                .map(line -> line.split("=", 2))
                .forEach(both -> given.put("mail." + both[0], both[1]));
        var settings = new Binder(new MapConfigurationPropertySource(given)).bindOrCreate("mail", MailProperties.class);
        return new MailServer(settings, time);
    }

    /** Whether the client is still there. */
    private static boolean write(OutputStream out, String text) {
        try {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static final class Threads implements AutoCloseable {

        private final ExecutorService one = Executors.newSingleThreadExecutor();

        private void run(Work work) {
            one.execute(() -> {
                try {
                    work.run();
                } catch (IOException closed) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        @Override
        public void close() {
            one.shutdownNow();
        }
    }
}
