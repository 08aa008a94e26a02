package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lane that the waiting page offers to visitors with access needs: chosen by a press, proved by nothing. */
class AccessLaneTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    Operator.SETTING,
                    "gatehouse.rooms.shop.lanes.access.weight=2",
                    "gatehouse.rooms.shop.lanes.access.offered=true",
                    "gatehouse.rooms.drawn.lanes.access.weight=2",
                    "gatehouse.rooms.drawn.lanes.access.offered=true",
                    "gatehouse.rooms.drawn.schedule[0].zone=UTC",
                    "gatehouse.rooms.drawn.schedule[0].lobby=2020-01-01T00:00",
                    "gatehouse.rooms.drawn.schedule[0].doors=2999-01-01T00:00",
                    "gatehouse.rooms.drawn.schedule[0].draw=receipts",
                    "gatehouse.rooms.plain.lanes.members.weight=2")
            .starts();

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void elevenWait() {
        gatehouse.reopens("shop");
        Stream.generate(gatehouse::browser).limit(10).forEach(other -> other.opens("/rooms/shop/enter"));
        gatehouse.tick();
    }

    @Test
    void givenAVisitorInLine_whenTheyChooseTheLane_thenTheyWaitThereAndAreCountedOnce() {
        var before = chosen();
        var wait = browser.opens("/rooms/shop/enter");
        gatehouse.tick();
        assertThat(wait.body()).contains("href=\"/rooms/shop/access?request=\">A line for access needs</a>");
        var offer = browser.opens("/rooms/shop/access");
        assertThat(offer.body())
                .contains("You need not explain or prove anything.", "give up the one you have")
                .contains("Here: 10 people ahead. In that line: 0 people ahead.")
                .doesNotContain("<script");
        assertThat(gatehouse.room("shop").snapshot().lanes().isEmpty())
                .as("a look changes nothing")
                .isTrue();

        var page = browser.submits("/rooms/shop/access", Map.of());
        browser.submits("/rooms/shop/access", Map.of());
        gatehouse.tick();

        assertThat(page.url()).contains("/rooms/shop/wait");
        assertThat(page.body()).doesNotContain("A line for access needs");
        assertThat(browser.gets("/rooms/shop/place").body()).contains("\"lane\":1", "\"position\":1,", "\"WAITING\"");
        assertThat(chosen()).isEqualTo(before + 1);
        var operator = new Operator(gatehouse);
        assertThat(operator.opens("/panel/api/rooms/shop").body())
                .contains("\"lane\":\"access\",\"issued\":1,\"serving\":0,\"waiting\":1");
        assertThat(operator.opens("/panel/rooms/shop").body()).contains("Lane access: joined so far");
        assertThat(gatehouse.browser().opens("/rooms/shop/access").url())
                .as("no place, no offer")
                .contains("/wait");
    }

    @Test
    void givenTheLaneIsNotEmpty_whenItIsOffered_thenThePageTellsHowManyWouldBeAhead() {
        for (var visitor : Stream.generate(gatehouse::browser).limit(3).toList()) {
            visitor.opens("/rooms/shop/enter");
            visitor.submits("/rooms/shop/access", Map.of());
        }
        browser.opens("/rooms/shop/enter");
        gatehouse.tick();

        var offer = browser.opens("/rooms/shop/access").body();

        // Of the default lane two are called while this lane of weight 2 has four turns.
        assertThat(offer).contains("In that line: 5 people ahead.");
    }

    @Test
    void givenAPostOfAnotherSite_whenItChoosesTheLane_thenItIsRefusedAndThePlaceStays() {
        browser.opens("/rooms/shop/enter");

        var answer = browser.sends(browser.request("/rooms/shop/access")
                .header("Origin", "https://evil.example")
                .POST(BodyPublishers.noBody())
                .build());

        assertThat(answer.status()).isEqualTo(403);
        assertThat(browser.gets("/rooms/shop/place").body()).doesNotContain("\"lane\"");
    }

    @Test
    void givenAVisitorWhoIsCalled_whenTheyChooseTheLane_thenTheyKeepTheTurn() {
        browser.opens("/rooms/shop/enter");
        gatehouse.letIn("shop", 11);

        var page = browser.submits("/rooms/shop/access", Map.of());

        assertThat(page.body()).contains("class=\"TURN\"");
        assertThat(browser.gets("/rooms/shop/place").body()).doesNotContain("\"lane\"");
    }

    @Test
    void givenALobbyBeforeADraw_whenItsRoomHasALaneToOffer_thenNoEntrantIsOfferedItNorJoinsIt() {
        var wait = browser.opens("/rooms/drawn/enter");
        gatehouse.tick();
        assertThat(browser.gets("/rooms/drawn/place").body()).contains("\"receipt\"");

        assertThat(wait.body()).doesNotContain("A line for access needs");
        assertThat(browser.opens("/rooms/drawn/access").url()).contains("/rooms/drawn/wait");
        browser.submits("/rooms/drawn/access", Map.of());

        assertThat(browser.gets("/rooms/drawn/place").body())
                .contains("\"receipt\"")
                .doesNotContain("\"lane\"");
    }

    @Test
    void givenARoomThatOffersNoLane_whenItIsAskedFor_thenTheWaitingPageAnswers() {
        var wait = browser.opens("/rooms/plain/enter");
        gatehouse.pass(Duration.ofSeconds(1));

        assertThat(wait.body()).doesNotContain("A line for access needs");
        assertThat(browser.opens("/rooms/plain/access").url()).contains("/rooms/plain/wait");
        assertThat(browser.submits("/rooms/plain/access", Map.of()).url()).contains("/rooms/plain/wait");
        assertThat(browser.gets("/rooms/plain/place").body()).doesNotContain("\"lane\"");
    }

    private static double chosen() {
        return gatehouse
                .bean(MeterRegistry.class)
                .get("gatehouse.lane.chosen")
                .tag("room", "shop")
                .counter()
                .count();
    }
}
