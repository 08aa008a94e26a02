package io.gatehouse.visitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.web.RoomPaths;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A board from memory is the same as one that has gone the long way, as it does where its address is written
 * otherwise.
 */
class ReadyBoardsTest {

    private static final String BOARD = "/rooms/shop/board";
    private static final String THE_LONG_WAY = "/rooms/%73hop/board";

    @AutoClose
    private static final RunningGatehouse gatehouse =
            RunningGatehouse.start("gatehouse.issuer=https://wait.example.com");

    @BeforeEach
    void isReady() {
        gatehouse.tick();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void givenABoardInMemory_whenItIsAskedFor_thenItIsThatOfTheLongWay(String method) {
        var ready = asks(method, BOARD);

        assertThat(ready.status()).isEqualTo(200);
        assertThat(headers(ready))
                .isEqualTo(headers(asks(method, THE_LONG_WAY)))
                .containsKeys("strict-transport-security", "content-security-policy", "etag");
        assertThat(ready.body()).isEqualTo(asks(method, THE_LONG_WAY).body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "W/%s", "\"other\", %s", "\"a,b\" ,W/%s"})
    void givenABoardThatIsKnown_whenItIsAskedFor_thenItIsNotSentAgain(String known) {
        var tag = known.formatted(asks("GET", BOARD).header("ETag"));

        var unchanged = asks("GET", BOARD, "If-None-Match", tag);

        assertThat(unchanged.status()).isEqualTo(304);
        assertThat(unchanged.body()).isEmpty();
        assertThat(headers(unchanged)).isEqualTo(headers(asks("GET", THE_LONG_WAY, "If-None-Match", tag)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"other\"", "nonsense", "\"", "*"})
    void givenAnotherTag_whenTheBoardIsAskedFor_thenItIsSent(String tag) {
        assertThat(asks("GET", BOARD, "If-None-Match", tag).body()).contains("\"room\":\"shop\"");
    }

    @Test
    void givenBoardsFromMemory_whenOperatorsLook_thenTheRequestsAreCounted() {
        var before = counted();

        for (var time = 0; time < 5; time++) {
            asks("GET", BOARD);
        }

        assertThat(counted()).isEqualTo(before + 5);
    }

    private static long counted() {
        return gatehouse
                .bean(MeterRegistry.class)
                .get("http.server.requests")
                .tag("uri", RoomPaths.BOARD)
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private static Map<String, String> headers(Browser.Page answer) {
        var headers = new HashMap<>(answer.headers());
        headers.keySet().removeAll(List.of("date"));
        return headers;
    }

    private static Browser.Page asks(String method, String path, String... headers) {
        var browser = gatehouse.browser();
        var request = browser.request(path).method(method, BodyPublishers.noBody());
        return browser.sends((headers.length == 0 ? request : request.headers(headers)).build());
    }
}
