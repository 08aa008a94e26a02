package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.Environment;

/** The server's own part: what is read of whom, and what is said when it cannot be read. */
@Timeout(120) // without what is shown here some would wait for an hour
class DoorTest {

    /** More than there are threads. */
    private static final int MANY = 40;

    private static final String FORM =
            " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
            "gatehouse.rooms.shop.capacity=0",
            "gatehouse.door.body-within=1m",
            "gatehouse.door.head-within=500ms",
            "server.jetty.connection-idle-timeout=1h",
            "server.jetty.threads.max=20");

    @AutoClose
    private static final RunningGatehouse strict = RunningGatehouse.start(
            "gatehouse.door.body-within=200ms",
            "gatehouse.door.connections-per-address=20",
            "management.server.port=0");

    private static final int PORT = URI.create(gatehouse.issuer()).getPort();

    @Test
    void givenManySlowBodies_whenAVisitorComes_thenTheyAreServedMeanwhile() throws IOException {
        try (var slow = new Crowd(PORT)) {
            slow.comes(MANY, "POST /device" + FORM + "Content-Length: 100000\r\n\r\na");

            aVisitorIsServed();

            assertThat(slow.held()).isEqualTo(MANY);
        }
    }

    @Test
    void givenManyWhoReadNothing_whenAVisitorComes_thenTheyAreServedMeanwhile() throws IOException {
        // What the system would hold for a client is a matter of its mood: up to some megabytes.
        for (var connector : gatehouse.server().getConnectors()) {
            ((ServerConnector) connector).setAcceptedSendBufferSize(8 * 1024);
        }
        var asked = "GET /waiting-page/waiting-page.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(30);
        try (var slow = new Crowd(PORT)) {
            slow.comes(MANY, asked);

            aVisitorIsServed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 100", "Transfer-Encoding: chunked"})
    void givenABodyThatTrickles_whenItsTimeIsUp_thenItIsRefused(String length) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port(strict))) {
            socket.setSoTimeout(20);
            var head = "POST /device" + FORM + length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));

            var answer = trickles(socket, length.startsWith("Content") ? "a" : "1\r\na\r\n");

            assertThat(answer).startsWith("HTTP/1.1 408").contains("problems#too-slow");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nA: b"})
    void givenAHeadThatTrickles_whenItsTimeIsUp_thenTheConnectionIsClosed(String begun) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), PORT)) {
            socket.setSoTimeout(20);
            var before = "GET /rooms/shop/board HTTP/1.1\r\nHost: localhost\r\n\r\n"; // none is too late for the next
            socket.getOutputStream().write((before + begun).getBytes(ISO_8859_1));

            tricklesUntilHungUpOn(socket);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked, chunked"
            })
    void givenATransferCodingBesideChunked_whenABodyComes_thenItIsRefusedAndNothingBehindItIsAnswered(String coding) {
        var next = "GET /rooms/shop/board HTTP/1.1\r\nHost: localhost\r\n\r\n";

        var answer = raw("POST /device" + FORM + coding + "\r\n\r\n0\r\n\r\n" + next);

        assertThat(answer).containsPattern("^HTTP/1.1 (400|501) ").doesNotContain("HTTP/1.1 200");
    }

    @Test
    void givenManyTrailers_whenABodyComes_thenItIsRefused() {
        var trailers = "a:b\r\n".repeat(300);

        var answer = raw("POST /device" + FORM + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + trailers + "\r\n");

        assertThat(answer).doesNotStartWith("HTTP/1.1 2").startsWith("HTTP/1.1 4");
    }

    @Test
    void givenAHeadOfManyFields_whenItIsNotEvenWhole_thenItIsRefused() {
        var answer = raw("GET /x HTTP/1.1\r\nHost: localhost\r\n" + "a:\r\n".repeat(300));

        assertThat(answer).startsWith("HTTP/1.1 431");
        expectOurOwn(answer);
    }

    @Test
    void givenAnAddressThatHoldsAsManyConnectionsAsItMay_whenOneMoreComes_thenItIsClosedAndAnotherAddressServed()
            throws IOException {
        try (var crowd = new Crowd(port(strict))) {
            crowd.comes(20, "GET /", each -> address("127.0.0.3"));

            assertThat(status(port(strict), "127.0.0.3")).isZero();
            assertThat(status(port(strict), "127.0.0.1")).isEqualTo(200);
            assertThat(crowd.held()).isEqualTo(20);
            crowd.loseOne();
            await().atMost(Duration.ofMinutes(1)).until(() -> status(port(strict), "127.0.0.3") == 200);
        }
    }

    @Test
    void givenAProxy_whenItHoldsMoreConnectionsThanAnAddressMay_thenItIsServed() throws IOException {
        try (var behind = RunningGatehouse.start(
                        "gatehouse.door.connections-per-address=20", "gatehouse.trusted-proxies=1");
                var proxy = new Crowd(port(behind))) {
            proxy.comes(30, "GET /");

            assertThat(status(port(behind), "127.0.0.1")).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /device",
        "POST, /x",
        "POST, /authorize",
        "POST, /token",
        "POST, /rooms/shop/continue",
        "POST, /panel/sign-in",
        "PUT, /x"
    })
    void givenAMultipartBodyWithoutABoundary_whenSent_thenNothingOfTheServerIsShown(String method, String path) {
        expectOurOwn(sent(method, path, "multipart/form-data; boundary=", "a=b"));
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /device",
        "POST, /x",
        "POST, /token",
        "POST, /rooms/shop/continue",
        "POST, /panel/sign-in",
        "PUT, /x",
        "PATCH, /rooms/shop/continue",
        "DELETE, /authorize",
        "PUT, /token",
        "PATCH, /panel/api/rooms/shop",
        "GET, /authorize?a=%zz"
    })
    void givenAFormThatCannotBeRead_whenSent_thenNothingOfTheServerIsShown(String method, String path) {
        expectOurOwn(sent(method, path, "application/x-www-form-urlencoded", "a=%zz"));
        expectOurOwn(sent(method, path, "application/x-www-form-urlencoded; charset=nonsense", "a=b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/device", "/token", "/register", "/rooms/shop/continue", "/panel/sign-in", "/x"})
    void givenABodyThatIsPackedOrSaysSo_whenSent_thenItIsRefusedAndNotUnpacked(String path) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(new byte[90 * 1024]);
        }

        for (var body : List.of(bytes.toString(ISO_8859_1), "user_code=AAAA")) {
            var answer = sent("POST", path, "application/x-www-form-urlencoded", body, "gzip");

            assertThat(answer).startsWith("HTTP/1.1 415").contains("Accept-Encoding: identity\r\n");
            expectOurOwn(answer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/;a%zz=1", "/register/;a=%zz", "/rooms/shop/board;jsessionid=1", "http://localhost/x;%zz"})
    void givenAPathWithParameters_whenAsked_thenItIsRefusedWhateverTheyAre(String target) {
        var answer = raw("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400");
        expectOurOwn(answer);
    }

    @Test
    void givenABodyThatSaysThatItIsAsItIs_whenSent_thenItIsRead() {
        assertThat(sent("POST", "/token", "application/x-www-form-urlencoded", "grant_type=none", "identity"))
                .startsWith("HTTP/1.1 401")
                .contains("invalid_client");
    }

    @Test
    void givenAPersonWhoseRequestCannotBeRead_whenAnswered_thenThePageIsOursAndInTheirLanguage() {
        var answer = raw("GET /x HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Language: de\r\nCookie: "
                + "a".repeat(100_000) + "\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 431").contains("<html lang=\"", "Content-Security-Policy: ");
        expectOurOwn(answer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/rooms/shop/board",
                "/rooms/nowhere/board",
                "/rooms/shop/place",
                "/rooms/shop/wait",
                "/waiting-page/waiting-page.js",
                "/actuator/health",
                "/.well-known/jwks.json",
                "/logout",
                "/nothing-is-here"
            })
    void givenWhatAnybodyMayAskFor_whenAnswered_thenNobodyFramesItOrGuessesWhatItIs(String path) {
        var answer = gatehouse.browser().gets(path);

        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
        if (!path.startsWith("/.well-known") && !path.equals("/logout")) {
            assertThat(answer.header("Content-Security-Policy"))
                    .startsWith("default-src 'none'; ")
                    .endsWith("; frame-ancestors 'none'");
        }
    }

    @Test
    void givenAnErrorPage_whenTheNextIsAskedForOnTheSameConnection_thenItIsAnswered() {
        var asked = "GET /x HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n%s\r\n";

        var answers = raw(asked.formatted("") + asked.formatted("Connection: close\r\n"));

        assertThat(answers.split("HTTP/1.1 404", -1)).hasSize(3);
        expectOurOwn(answers);
    }

    @ParameterizedTest
    @CsvSource({
        "404, GET /x",
        "400, GET /;a=%zz",
        "405, POST /actuator/health",
        "415, POST /actuator/health HTTP/1.1|Content-Encoding: gzip"
    })
    void givenThePortOfItsOwnForHealth_whenAskedOddly_thenTheDoorIsBeforeItToo(String status, String asked) {
        var begun = asked.contains("|") ? asked.replace("|", "\r\n") : asked + " HTTP/1.1";
        // Of a body that never comes nothing is waited for.
        var answer = raw(
                health(),
                begun + "\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Language: de\r\nContent-Length: 9\r\n"
                        + "Connection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 " + status).contains("<html lang=\"de\"");
        expectOurOwn(answer);
    }

    @Test
    void givenThePortOfItsOwnForHealth_whenAHeadHasManyFields_thenItIsRefused() {
        assertThat(raw(health(), "GET /actuator/health HTTP/1.1\r\nHost: localhost\r\n" + "a:\r\n".repeat(300)))
                .startsWith("HTTP/1.1 431");
    }

    private static int health() {
        return strict.bean(Environment.class).getRequiredProperty("local.management.port", Integer.class);
    }

    private static void aVisitorIsServed() {
        var browser = gatehouse.browser();
        assertThat(browser.gets("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(browser.opens(Login.authorize()).body()).contains("waiting-page.js");
        assertThat(browser.gets("/rooms/shop/board").status()).isEqualTo(200);
        assertThat(browser.gets("/rooms/shop/place").body()).contains("WAITING");
        assertThat(browser.posts("/rooms/shop/leave", java.util.Map.of("request", ""))
                        .status())
                .isBetween(200, 303);
    }

    private static void expectOurOwn(String answer) {
        assertThat(answer).containsPattern("^HTTP/1.1 [2-4]\\d\\d ");
        assertThat(answer.toLowerCase(java.util.Locale.ROOT))
                .doesNotContain("exception", "jetty", "\tat ", "http error", "whitelabel", "caused by");
    }

    private static String sent(String method, String path, String type, String body, String... coding) {
        return raw(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nContent-Type: " + type
                + "\r\nContent-Length: " + body.length()
                + (coding.length == 0 ? "" : "\r\nContent-Encoding: " + coding[0])
                + "\r\nConnection: close\r\n\r\n" + body);
    }

    /** The whole answer; one that got lost because the server has hung up is asked for again. */
    private static String raw(String request) {
        return raw(PORT, request);
    }

    private static String raw(int port, String request) {
        return await().atMost(Duration.ofMinutes(1))
                .ignoreException(IOException.class)
                .until(
                        () -> {
                            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                                socket.getOutputStream().write(request.getBytes(ISO_8859_1));
                                return new String(socket.getInputStream().readAllBytes(), UTF_8);
                            }
                        },
                        answer -> !answer.isEmpty());
    }

    private static String trickles(Socket socket, String each) throws IOException {
        while (true) {
            try {
                return new String(socket.getInputStream().readNBytes(1), UTF_8) + new String(readOn(socket), UTF_8);
            } catch (SocketTimeoutException notYet) {
                socket.getOutputStream().write(each.getBytes(ISO_8859_1));
            }
        }
    }

    private static void tricklesUntilHungUpOn(Socket socket) {
        while (true) {
            try {
                if (socket.getInputStream().read() < 0) {
                    return;
                }
            } catch (SocketTimeoutException notYet) {
                try {
                    socket.getOutputStream().write('a');
                } catch (IOException hungUp) {
                    return;
                }
            } catch (IOException hungUp) {
                return;
            }
        }
    }

    private static byte[] readOn(Socket socket) throws IOException {
        socket.setSoTimeout(60_000);
        return socket.getInputStream().readAllBytes();
    }

    /** What the board answers to this address; 0 if it hangs up. */
    private static int status(int port, String from) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port, address(from), 0)) {
            socket.getOutputStream()
                    .write("GET /rooms/shop/board HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(ISO_8859_1));
            var answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            return answer.isEmpty() ? 0 : Integer.parseInt(answer.split(" ", 3)[1]);
        } catch (IOException hungUp) {
            return 0;
        }
    }

    private static InetAddress address(String number) {
        try {
            return InetAddress.getByName(number);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static int port(RunningGatehouse gatehouse) {
        return URI.create(gatehouse.issuer()).getPort();
    }
}
