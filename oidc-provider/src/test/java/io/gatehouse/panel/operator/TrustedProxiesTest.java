package io.gatehouse.panel.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.LogLines;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.answer.PanelPaths;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose address the limits count, seen by the limit of wrong passwords. */
class TrustedProxiesTest {

    private static final int PER_NAME = 2;
    private static final Map<Integer, RunningGatehouse> STARTED = new HashMap<>();

    @AfterAll
    static void stop() {
        STARTED.values().forEach(RunningGatehouse::close);
    }

    /** One behind so many proxies, a day after whatever another test has done there. */
    private static RunningGatehouse behind(int proxies) {
        var gatehouse = STARTED.computeIfAbsent(proxies, TrustedProxiesTest::start);
        gatehouse.elapse(Duration.ofDays(1));
        return gatehouse;
    }

    @Test
    void givenOneProxy_whenSomebodyMakesUpAddresses_thenTheOneThatTheProxyWroteCounts() {
        var gatehouse = behind(1);
        for (var attempt = 0; attempt <= PER_NAME; attempt++) {
            assertThat(signsIn(gatehouse, "a guess", "203.0.113." + attempt + ", 192.0.2.1"))
                    .isEqualTo(403);
        }

        assertThat(signsIn(gatehouse, Desk.PASSWORD, "203.0.113.99, 192.0.2.1")).isEqualTo(429);
        assertThat(signsIn(gatehouse, Desk.PASSWORD, "192.0.2.1, 2001:db8::2")).isEqualTo(303);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1:%d, 192.0.2.1, 192.0.2.2:51234",
        "[2001:db8::1]:%d, 2001:db8::1, [2001:db8:0:1::1]:51234",
        "[2001:db8::1]:%d, [2001:db8::1], 2001:db8:0:1::1"
    })
    void givenAProxyThatWritesPorts_whenSomebodyComesByManyConnections_thenTheirAddressCounts(
            String withPort, String same, String other) {
        var gatehouse = behind(1);
        for (var attempt = 0; attempt <= PER_NAME; attempt++) {
            assertThat(signsIn(gatehouse, "a guess", withPort.formatted(50_000 + attempt)))
                    .isEqualTo(403);
        }

        assertThat(signsIn(gatehouse, Desk.PASSWORD, withPort.formatted(50_099)))
                .isEqualTo(429);
        assertThat(signsIn(gatehouse, Desk.PASSWORD, same)).isEqualTo(429);
        assertThat(signsIn(gatehouse, Desk.PASSWORD, other)).isEqualTo(303);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void givenFewerAddressesThanProxies_whenSomebodyMakesOneUp_thenTheConnectionCounts(int proxies) {
        var gatehouse = behind(proxies);
        for (var attempt = 0; attempt <= PER_NAME; attempt++) {
            signsIn(gatehouse, "a guess", "203.0.113." + attempt);
        }

        assertThat(signsIn(gatehouse, Desk.PASSWORD, "203.0.113.99")).isEqualTo(429);
    }

    @Test
    void givenNoTrustedProxy_whenOneStandsThere_thenTheLogSaysOnceWhatToSet() {
        try (var gatehouse = start(0);
                var log = LogLines.of("io.gatehouse.door")) {
            gatehouse.browser().gets("/rooms/shop/board");
            assertThat(log.all()).isEmpty();

            for (var header : List.of("Forwarded", "X-Forwarded-For", "Forwarded")) {
                var browser = gatehouse.browser();
                browser.sends(browser.request("/rooms/shop/board")
                        .header(header, "for=192.0.2.1")
                        .GET()
                        .build());
            }

            assertThat(log.all())
                    .containsExactly("a proxy stands before us (Forwarded): set gatehouse.trusted-proxies, or all its"
                            + " visitors count as one address");
        }
    }

    @Test
    void givenATrustedProxy_whenItForwards_thenTheLogSaysNothingOfIt() {
        try (var log = LogLines.of("io.gatehouse.door")) {
            signsIn(behind(1), "a guess", "192.0.2.1");

            assertThat(log.all()).isEmpty();
        }
    }

    /** Where Spring Boot would believe whatever is said to be forwarded, unless it was told not to. */
    private static RunningGatehouse start(int proxies) {
        return RunningGatehouse.start(
                "spring.main.cloud-platform=kubernetes",
                "gatehouse.operators.alice.password=" + Desk.HASH,
                "gatehouse.limits.sign-ins.per-name=" + PER_NAME,
                "gatehouse.trusted-proxies=" + proxies);
    }

    private static int signsIn(RunningGatehouse gatehouse, String password, String forwardedFor) {
        var browser = gatehouse.browser();
        return browser.sends(browser.request(PanelPaths.SIGN_IN)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("X-Forwarded-For", forwardedFor)
                        .POST(HttpRequest.BodyPublishers.ofString(
                                Browser.form(Map.of("name", "alice", "password", password))))
                        .build())
                .status();
    }
}
