package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser.Page;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nobody fills a line from one address. */
class FloodTest {

    private static final int PLACES = 30;
    private static final Duration WINDOW = Duration.ofDays(1);

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.trusted-proxies=1",
                    "gatehouse.limits.enabled=true",
                    "gatehouse.limits.window=1d", // so that nothing comes back while a slow machine works
                    "gatehouse.limits.free-places=" + PLACES,
                    "gatehouse.limits.places=" + PLACES,
                    "gatehouse.limits.device-codes=5",
                    "gatehouse.rooms.small.most-waiting=2",
                    "gatehouse.rooms.wide.lanes.access.weight=1",
                    "gatehouse.rooms.wide.lanes.access.offered=true")
            .site("small", "small")
            .site("app", "shop", "public=true", "device=true")
            .starts();

    @BeforeEach
    void emptyTheLineAndFillTheLimits() {
        gatehouse.reopens("shop");
        gatehouse.elapse(WINDOW);
    }

    @Test
    void givenAScript_whenItJoinsAgainAndAgain_thenItGetsTheStatedPlacesAndOthersGetTheirs() {
        var answers = IntStream.range(0, 4 * PLACES)
                .mapToObj(visit -> gatehouse.browser().from("192.0.2.1").opens("/rooms/shop/enter"))
                .toList();
        var other = gatehouse.browser().from("192.0.2.2").opens(Login.authorize());

        assertThat(answers).filteredOn(FloodTest::isInLine).hasSize(PLACES);
        assertThat(answers).last().satisfies(FloodTest::isCalm);
        assertThat(isInLine(other)).isTrue();
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(PLACES + 1);
    }

    @Test
    void givenAnAddressThatHasTakenItsPlaces_whenManyMoreAreRefused_thenOperatorsReadOneLineAMinute() {
        gatehouse.elapse(Duration.ofMinutes(2));
        var before = refusals();
        try (var lines = LogLines.of("io.gatehouse.visitor.Newcomers")) {
            floodFrom("192.0.2.1");
            floodFrom("192.0.2.1");
            gatehouse.elapse(Duration.ofMinutes(1));

            assertThat(lines.all()).hasSize(2).allMatch(line -> line.contains("gatehouse.limits.places"));
            assertThat(lines.all().get(0)).startsWith("room shop: refused newcomers once: ");
            assertThat(lines.all().get(1)).startsWith("room shop: refused newcomers " + (PLACES - 1) + " times: ");
        }
        assertThat(refusals() - before).isEqualTo(PLACES);
    }

    @Test
    void givenAnAddressThatHasTakenItsPlaces_whenTimePasses_thenSomeComeBackAndOneByOne() {
        floodFrom("192.0.2.1");

        gatehouse.elapse(WINDOW.dividedBy(PLACES));
        var next = gatehouse.browser().from("192.0.2.1").opens("/rooms/shop/enter");
        var afterThat = gatehouse.browser().from("192.0.2.1").opens("/rooms/shop/enter");

        assertThat(isInLine(next)).isTrue();
        isCalm(afterThat);
    }

    @Test
    void givenACrowdFromOneAddress_whenItIsRefused_thenItIsNotToldToComeBackAllAtOnce() {
        floodFrom("192.0.2.1");

        var told = Stream.generate(() -> gatehouse.browser().from("192.0.2.1").opens("/rooms/shop/enter"))
                .limit(8)
                .map(page -> page.header("retry-after"));

        assertThat(told.distinct().count()).isGreaterThan(1);
    }

    @Test
    void givenSomebodyInLine_whenTheirAddressHasTakenItsPlaces_thenTheyKeepTheirsAndGoIn() {
        var visitor = gatehouse.browser().from("192.0.2.1");
        visitor.opens(Login.authorize());
        floodFrom("192.0.2.1");

        var again = visitor.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        var in = visitor.submits("/rooms/shop/continue", Map.of("request", again.parameter("request")));

        assertThat(isInLine(again)).isTrue();
        assertThat(in.parameters()).containsKey("code");
    }

    @Test
    void givenOneCookie_whenItsPlaceIsLeftAndTakenAnewAgainAndAgain_thenEachIsANewPlace() {
        var visitor = gatehouse.browser().from("192.0.2.1");
        var page = visitor.opens("/rooms/shop/enter");
        for (var times = 0; times < PLACES; times++) {
            visitor.submits("/rooms/shop/leave", Map.of("request", ""));
            page = visitor.opens("/rooms/shop/enter");
        }

        isCalm(page);
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(PLACES);
    }

    @Test
    void givenANetworkOfIpv6_whenEachJoinHasAnotherAddressOfIt_thenTheyCountAsOne() {
        for (var host = 1; host <= PLACES; host++) {
            gatehouse.browser().from("2001:db8::" + host).opens("/rooms/shop/enter");
        }

        isCalm(gatehouse.browser().from("2001:db8::ffff").opens("/rooms/shop/enter"));
        assertThat(isInLine(gatehouse.browser().from("2001:db8:0:1::1").opens("/rooms/shop/enter")))
                .isTrue();
    }

    @Test
    void givenAnAddressThatHasTakenItsPlaces_whenOneOfThemIsToBeChangedForOneInALane_thenItAnswersToTryLater() {
        var crowd = IntStream.range(0, PLACES)
                .mapToObj(visit -> gatehouse.browser().from("192.0.2.1"))
                .toList();
        crowd.forEach(visitor -> visitor.opens("/rooms/wide/enter"));
        var other = gatehouse.browser().from("192.0.2.2");
        other.opens("/rooms/wide/enter");
        gatehouse.tick();

        var refused = crowd.get(0).submits("/rooms/wide/access", Map.of());
        other.submits("/rooms/wide/access", Map.of());

        assertThat(refused.status()).isEqualTo(429);
        assertThat(crowd.get(0).gets("/rooms/wide/place").body())
                .contains("WAITING")
                .doesNotContain("\"lane\"");
        assertThat(other.gets("/rooms/wide/place").body()).contains("\"lane\":1");
    }

    @Test
    void givenAScript_whenItAsksForDeviceCodesAgainAndAgain_thenItGetsTheStatedNumber() {
        for (var times = 0; times < 5; times++) {
            assertThat(asksForADevice().status()).isEqualTo(200);
        }

        var refused = asksForADevice();

        assertThat(refused.status()).isEqualTo(429);
        assertThat(Integer.parseInt(refused.header("retry-after"))).isBetween(1, 86_400);
        assertThat(refused.body()).contains("\"error\":\"temporarily_unavailable\"");
    }

    @Test
    void givenARoomWithAsManyInLineAsItTakes_whenMoreCome_thenTheyAreAskedToComeAgainUntilSomeAreIn() {
        var first = gatehouse.browser();
        first.opens(Login.authorize("client_id", "small"));
        gatehouse.browser().opens(Login.authorize("client_id", "small"));
        gatehouse.tick();

        var refused = gatehouse.browser().opens(Login.authorize("client_id", "small"));
        var again = first.opens(Login.authorize("client_id", "small"));
        gatehouse.letIn("small", 1);
        var taken = gatehouse.browser().opens(Login.authorize("client_id", "small"));

        assertThat(refused.status()).isEqualTo(503);
        assertThat(Integer.parseInt(refused.header("retry-after"))).isBetween(60, 120);
        assertThat(refused.body()).contains("The line is full", "href=\"/rooms/small/enter?request=");
        assertThat(again.url()).contains("/rooms/small/wait");
        assertThat(taken.url()).contains("/rooms/small/wait");
    }

    private static double refusals() {
        return gatehouse
                .bean(MeterRegistry.class)
                .counter("gatehouse.newcomers", "room", "shop", "answer", "busy")
                .count();
    }

    private static Page asksForADevice() {
        return gatehouse.browser().from("192.0.2.1").posts("/device_authorization", Map.of("client_id", "app"));
    }

    private static void floodFrom(String address) {
        for (var visit = 0; visit < PLACES; visit++) {
            gatehouse.browser().from(address).opens("/rooms/shop/enter");
        }
    }

    private static boolean isInLine(Page page) {
        return page.url().contains("/rooms/shop/wait");
    }

    /** A page for a person, that says when to come back and how. */
    private static void isCalm(Page page) {
        assertThat(page.status()).isEqualTo(429);
        assertThat(Integer.parseInt(page.header("retry-after"))).isBetween(20, 86_400);
        assertThat(page.body())
                .contains("One moment, please", "href=\"/rooms/shop/enter?request=\"")
                .doesNotContain("http-equiv=\"refresh\"");
    }
}
