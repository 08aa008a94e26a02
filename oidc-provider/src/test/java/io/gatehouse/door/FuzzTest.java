package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.NewcomerPage;
import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests that nobody in their right mind sends: whatever they are, none is answered by a fault of ours,
 * none is told anything of what we are made of, and none fills the log.
 */
class FuzzTest {

    private static final int FEW = 500;
    private static final int ALL = 10_000;
    private static final String REGISTRATION_TOKEN = "registration-token-of-tests";
    private static final List<String> CREDENTIALS = new ArrayList<>();
    private static final List<String> GENUINE = new ArrayList<>();

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.registration.token=" + REGISTRATION_TOKEN,
                    "gatehouse.registration.room=shop",
                    "gatehouse.rooms.shop.capacity=1000000",
                    "gatehouse.rooms.line.capacity=0",
                    "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write",
                    "gatehouse.limits.enabled=true",
                    "gatehouse.limits.free-places=1",
                    "gatehouse.limits.places=1000000",
                    "gatehouse.limits.device-codes=1000000",
                    "gatehouse.limits.work=10",
                    "logging.level.root=info")
            .site("tv", "line", "device=true")
            .starts();

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        root().addAppender(log);
    }

    @AfterEach
    void leave() {
        root().detachAppender(log);
    }

    @Test
    void givenRequestsOfAKnownSeed_whenSent_thenNoneIsAFaultOfOurs() {
        send(1, FEW);
    }

    /** {@code -Dgatehouse.fuzz=<seed>} sends those again that a run has found to be answered badly. */
    @Test
    @Tag("faults")
    void givenTenThousandRequestsOfAnySeed_whenSent_thenNoneIsAFaultOfOurs() {
        var seed = Long.getLong("gatehouse.fuzz", new Random().nextLong());
        System.out.println("seed of the requests: " + seed);

        send(seed, ALL);
    }

    private void send(long seed, int number) {
        var requests = new Mutations(seed, CREDENTIALS, GENUINE);
        var answered = 0;
        for (var n = 0; n < number; n++) {
            var request = requests.next();
            var before = log.list.size();

            var answer = answer(request);

            var what = "request " + n + " of seed " + seed + ":\n" + shown(request) + "\n\nanswer:\n" + answer
                    + "\n\nlog:\n" + List.copyOf(log.list.subList(before, log.list.size()));
            // None at all is right where the request never ends, or is no HTTP.
            if (!answer.isEmpty()) {
                answered++;
                assertThat(answer).as(what).containsPattern("^HTTP/1.1 ([1-4]\\d\\d|501) "); // 501: a transfer coding
            }
            if (!answer.startsWith("HTTP/1.1 200")) { // metrics may name what they count
                assertThat(answer.toLowerCase(Locale.ROOT))
                        .as(what)
                        .doesNotContain("exception", "jetty", "\tat ", "http error", "caused by", "springframework");
            }
            assertThat(log.list.size() - before).as(what).isLessThanOrEqualTo(1);
            assertThat(log.list.subList(before, log.list.size()))
                    .as(what)
                    .allSatisfy(line -> assertThat(line.getThrowableProxy()).isNull());
        }
        assertThat(answered).isGreaterThan(number * 9 / 10);
    }

    /**
     * Of somebody who waits, is inside, is a site, is a site's program, is an operator's program, and wants
     * to be a site.
     */
    @BeforeAll
    static void credentials() {
        // The node says once, and not of a request, that a proxy stands before it: here it has.
        var proxied = gatehouse.browser();
        proxied.sends(proxied.request("/").header("X-Forwarded-For", "1.2.3.4").build());
        var waiting = gatehouse.browser();
        waiting.opens(Login.authorize("client_id", "tv"));
        var inside = gatehouse.browser();
        var in = inside.submits("/rooms/shop/enter", work(inside));
        var tokens = Login.redeem(gatehouse, in.parameter("code"));
        var operator = Login.post(
                gatehouse.issuer() + "/token",
                Login.basic("nightly", RunningGatehouse.SECRET),
                Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write"));
        var newcomer = gatehouse.browser();
        GENUINE.add("POST /rooms/shop/enter " + Browser.form(work(newcomer)));
        var registered = registered();
        GENUINE.add("GET /register/" + registered.path("client_id").asString() + " a=b");
        GENUINE.add("DELETE /register/" + registered.path("client_id").asString() + " a=b");
        CREDENTIALS.addAll(List.of(
                "Cookie: gatehouse-place-line=" + waiting.cookie("gatehouse-place-line"),
                "Cookie: gatehouse-place-shop=" + inside.cookie("gatehouse-place-shop"),
                "Cookie: gatehouse-try-shop=" + newcomer.cookie("gatehouse-try-shop"),
                "Authorization: " + Login.basic("shop", RunningGatehouse.SECRET),
                "Authorization: " + Login.basic("shop", "wrong"),
                "Authorization: Bearer " + tokens.text("access_token"),
                "Authorization: Bearer " + operator.text("access_token"),
                "Authorization: Bearer "
                        + registered.path("registration_access_token").asString(),
                "Authorization: Bearer " + REGISTRATION_TOKEN));
    }

    /** What a newcomer's page sends once its work is done. */
    private static Map<String, String> work(Browser newcomer) {
        var asked = new NewcomerPage(newcomer.opens(Login.authorize()).body());
        var form = asked.pressed();
        form.put("altcha", asked.solution());
        return form;
    }

    private static JsonNode registered() {
        var browser = gatehouse.browser();
        var answer = browser.sends(browser.request("/register")
                .header("Authorization", "Bearer " + REGISTRATION_TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"redirect_uris\":[\"https://a.example/cb\"]}"))
                .build());
        return JsonMapper.shared().readTree(answer.body());
    }

    /** What comes back until the server hangs up; empty when it does so without a word. */
    private static String answer(byte[] request) {
        try (var socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(gatehouse.issuer()).getPort())) {
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        } catch (IOException hungUp) {
            return "";
        }
    }

    private static String shown(byte[] request) {
        var text = new String(request, ISO_8859_1);
        return text.length() > 2_000 ? text.substring(0, 2_000) + "..." : text;
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }
}
