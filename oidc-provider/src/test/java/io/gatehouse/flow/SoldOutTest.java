package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Stage;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Stock;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.words.Editions;
import io.gatehouse.words.Occasion;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Words;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A room that has so many to give: until they are taken, until they are gone, and when there are more after all. */
class SoldOutTest {

    private static final String COOKIE = "gatehouse-place-shop";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with()
            .site("second", "shop")
            .site("tv", "shop", "device=true")
            .starts()
            .standing();

    private final WaitingRoom room = gatehouse.room("shop");
    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void oneIsThere() {
        gatehouse.reopens("shop");
        sells(1);
    }

    @Test
    void givenTheLastOne_whenItIsTakenAndThenConsumed_thenThoseWhoWaitAreToldEachAndNewcomersTakeNoPlace() {
        var first = gatehouse.browser();
        first.opens(Login.authorize());
        var wait = browser.opens(Login.authorize());
        gatehouse.tick();
        assertThat(browser.gets(wait.url()).body()).contains("class=\"TAKEN\"", "Some may come back");
        assertThat(gatehouse.browser().opens("/rooms/shop/enter").body()).contains("class=\"TAKEN\"");

        room.apply(room.at(Position.of(1)).orElseThrow().id(), Act.COMPLETE);
        gatehouse.tick();

        assertThat(browser.gets(wait.url()).body()).contains("class=\"SOLD_OUT\"", "<dl id=\"facts\" hidden");
        assertThat(browser.gets("/rooms/shop/board").body()).contains("\"stock\":\"SOLD_OUT\"", "[{\"every\":30}]");
        assertThat(browser.gets("/rooms/shop/place").body()).contains("\"stock\":\"SOLD_OUT\"", "\"WAITING\"");
        var newcomer = gatehouse.browser();
        for (var answer : List.of(
                newcomer.opens(Login.authorize()),
                newcomer.opens(Login.authorize("client_id", "second", "prompt", "login")),
                newcomer.opens("/rooms/shop/enter"))) {
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).matches("\\d{3}");
            assertThat(answer.body()).contains("<h1>Sold out</h1>");
        }
        assertThat(newcomer.cookie(COOKIE)).isEmpty();
        assertThat(room.snapshot().issued()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"CLOSED, CLOSED", "SCHEDULED, ENDED"})
    void givenASoldOutRoom_whenItCloses_thenItSaysSoAndNobodyIsToldToComeAgainForMore(Mode mode, String stage) {
        gatehouse.browser().opens(Login.authorize());
        var wait = browser.opens(Login.authorize());
        room.apply(room.at(Position.of(1)).orElseThrow().id(), Act.COMPLETE);
        var over = ScheduledDate.parse("UTC", "2020-01-01T09:00", "2020-01-01T10:00", "2020-01-01T18:00", "end", "");
        room.change(settings -> settings.open(mode, new Schedule(List.of(over))));
        gatehouse.tick();

        assertThat(browser.gets(wait.url()).body()).contains("class=\"" + stage + "\"");
        assertThat(gatehouse.browser().opens(Login.authorize()).body())
                .contains("<h1>It is closed at the moment</h1>")
                .doesNotContain("Sold out");
    }

    @Test
    void givenASoldOutRoom_whenTheStockIsRaised_thenThoseWhoWaitedGoInAtTheirPositionsAndNobodyIsLost() {
        soldOut();
        var wait = browser.opens(Login.authorize());
        assertThat(wait.status()).as("none without a place").isEqualTo(503);
        sells(2);
        gatehouse.browser().opens(Login.authorize());
        var waiting = List.of(gatehouse.browser(), gatehouse.browser());
        var pages = waiting.stream().map(one -> one.opens(Login.authorize())).toList();
        room.apply(room.at(Position.of(2)).orElseThrow().id(), Act.COMPLETE);
        gatehouse.tick();
        assertThat(waiting.get(0).gets(pages.get(0).url()).body()).contains("class=\"SOLD_OUT\"");

        gatehouse.pass(Duration.ofHours(3));
        sells(4);

        for (var n = 0; n < 2; n++) {
            assertThat(waiting.get(n).gets(pages.get(n).url()).body()).contains("class=\"TURN\"");
            assertThat(waiting.get(n)
                            .submits(
                                    "/rooms/shop/continue",
                                    Map.of("request", pages.get(n).parameter("request")))
                            .isOutside())
                    .isTrue();
            assertThat(room.at(Position.of(3 + n)).orElseThrow().stage()).isEqualTo(Stage.ADMITTED);
        }
    }

    @Test
    void givenWhatAnOperatorSaysOfIt_whenItIsSoldOut_thenThoseWhoWaitAndNewcomersReadItAndFindTheLink() {
        var text = new Words.Message(Severity.INFO, Map.of("en", "Look at https://shop.example/next"));
        var edition =
                gatehouse.bean(Editions.class).keep(room.id(), new Words(Map.of(Occasion.SOLD_OUT, text), Map.of()));
        room.change(settings -> settings.saying(edition));
        gatehouse.browser().opens(Login.authorize());
        var wait = browser.opens(Login.authorize());
        gatehouse.tick();
        assertThat(browser.gets(wait.url()).body()).doesNotContain("href=\"https://shop.example/next\"");

        room.apply(room.at(Position.of(1)).orElseThrow().id(), Act.COMPLETE);
        gatehouse.tick();

        assertThat(browser.gets(wait.url()).body()).contains("href=\"https://shop.example/next\"");
        assertThat(gatehouse.browser().opens(Login.authorize()).body()).contains("href=\"https://shop.example/next\"");
    }

    /** Whoever edits what a browser sends gets no more than is there. */
    @Test
    void givenASoldOutRoom_whenSomebodyInLineClaimsExtendsReturnsOrComesAsADevice_thenNobodyIsAdmitted() {
        gatehouse.browser().opens(Login.authorize());
        var wait = browser.opens(Login.authorize());
        room.apply(room.at(Position.of(1)).orElseThrow().id(), Act.COMPLETE);
        gatehouse.tick();
        var codes = Login.deviceCodes(gatehouse, "tv");

        for (var act : List.of("continue", "extend", "return", "anew")) {
            browser.submits("/rooms/shop/" + act, Map.of("request", wait.parameter("request")));
        }
        var device = gatehouse.browser();
        device.opens("/device?user_code=" + codes.text("user_code"));
        var confirmed = device.submits("/device", Map.of("user_code", codes.text("user_code"), "sure", "yes"));
        room.letIn(3);
        gatehouse.pass(Duration.ofMinutes(1));

        assertThat(confirmed.body()).contains("<h1>Sold out</h1>");
        assertThat(Login.poll(gatehouse, "tv", codes).text("error")).isEqualTo("authorization_pending");
        assertThat(room.snapshot().slots()).isZero();
        assertThat(room.snapshot().serving()).isEqualTo(1);
    }

    private void soldOut() {
        gatehouse.browser().opens(Login.authorize());
        room.apply(room.at(Position.of(1)).orElseThrow().id(), Act.COMPLETE);
        gatehouse.tick();
    }

    private static void sells(long most) {
        gatehouse.room("shop").change(settings -> new RoomSettings(
                        Optional.empty(), OptionalLong.of(100), false, Mode.QUEUEING, Schedule.NONE)
                .admitting(Optional.of(new Stock(most, Stock.USUALLY))));
        gatehouse.tick();
    }
}
