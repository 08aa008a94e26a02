package io.gatehouse.panel.history;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.history.MinuteRecorder;
import io.gatehouse.inlet.TunedLimit;
import io.gatehouse.inlet.TunedLimit.Steers;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.Act;
import io.gatehouse.room.RoomId;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A room's history at the panel: for programs, for spreadsheets, and as charts. */
@PanelTest
class HistoryScreenTest {

    private static final String API = "/panel/api/rooms/shop/history";
    private static final String[] READS = {"Authorization", "Bearer reads"};

    @Test
    void givenMinutesAndAGap_whenAProgramAsks_thenItGetsWhatHappenedInThemAndTheGapIsAGap(Desk desk) {
        var began = minutes(desk);

        var answer = json(desk.get(API + "?step=1m&from=" + began + "&to=" + began.plus(Duration.ofMinutes(6)), READS));

        assertThat(answer.path("step").asLong()).isEqualTo(60);
        var rows = answer.path("rows");
        assertThat(rows.size()).as("the fourth and fifth minute were not seen").isEqualTo(4);
        assertThat(rows.get(1).path("at").asString())
                .isEqualTo(began.plus(Duration.ofMinutes(1)).toString());
        assertThat(rows.get(1).path("issued").asLong()).isEqualTo(3);
        assertThat(rows.get(1).path("waiting").asLong()
                        + rows.get(1).path("turns").asLong())
                .isEqualTo(rows.get(0).path("waiting").asLong()
                        + rows.get(0).path("turns").asLong()
                        + 3);
        assertThat(rows.get(2).path("left").asLong()).isEqualTo(1);
        assertThat(rows.get(3).path("issued").asLong()).isEqualTo(1);
        assertThat(rows.get(3).path("since").asString())
                .isEqualTo(began.plus(Duration.ofMinutes(3)).toString());
        var quarter =
                json(desk.get(API + "?step=15m&from=" + began + "&to=" + began.plus(Duration.ofMinutes(6)), READS));
        assertThat(quarter.path("rows")
                        .valueStream()
                        .mapToLong(row -> row.path("issued").asLong())
                        .sum())
                .isEqualTo(4);
    }

    @Test
    void givenMinutes_whenASpreadsheetAsks_thenItGetsAFileWithAHeader(Desk desk) {
        var began = minutes(desk);

        var csv = desk.get(API + ".csv?step=1m&from=" + began + "&to=" + began.plus(Duration.ofMinutes(6)), READS);

        assertThat(header(csv, "Content-Type")).startsWith("text/csv");
        assertThat(header(csv, "Content-Disposition")).isEqualTo("attachment; filename=\"history-shop.csv\"");
        assertThat(csv.body().split("\r\n"))
                .hasSize(5)
                .satisfies(lines -> assertThat(lines[0]).startsWith("at,opening,since,issued,called,admitted"))
                .satisfies(lines -> assertThat(lines[2]).startsWith(began.plus(Duration.ofMinutes(1)) + ","));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "from=yesterday | from must be a time in UTC",
                "from=2026-11-28T10:00&to=2026-11-27T10:00 | from must be before to",
                "from=2020-01-01T00:00&to=2026-11-27T10:00 | at most 397 days apart",
                "from=-999999999-01-01T00:00:00Z | between 1970 and 3000",
                "to=%2B999999999-01-01T00:00:00Z | between 1970 and 3000",
                "step=0m | step must be like",
                "step=90m | whole hours",
                "from=2026-11-01T00:00&to=2026-11-27T10:00&step=1m | step must be 1h or more",
            })
    void givenNonsense_whenTheHistoryIsAskedForIt_thenTheProblemSaysWhatIsWrong(String query, String says, Desk desk) {
        var answer = desk.get(API + "?" + query, READS);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(header(answer, "Content-Type")).startsWith("application/problem+json");
        assertThat(json(answer).path("detail").asString()).contains(says);
    }

    @Test
    void givenMinutes_whenAViewerLooks_thenChartsAndTheirTableShowThem(Desk desk) {
        var shop = new RoomId("shop");
        desk.bean(TunedLimits.class).put(shop, new TunedLimit(Steers.CAPACITY, 1e6)); // More than is configured.
        minutes(desk);
        desk.bean(TunedLimits.class).remove(shop);
        var vera = desk.another().signIn("vera");

        var screen = vera.get("/panel/rooms/shop/history?of=opening");
        var chart = vera.get("/panel/rooms/shop/history/people.svg");
        var small = vera.get("/panel/rooms/shop/history/small.svg");

        assertThat(screen.body())
                .contains(
                        "src=\"/panel/rooms/shop/history/people.svg?of=opening\"",
                        "<table",
                        "<td>rate</td>",
                        ">most waiting</th>");
        assertThat(header(chart, "Content-Type")).startsWith("image/svg+xml");
        assertThat(chart.body())
                .contains(
                        "<title",
                        "waiting: ",
                        "at most",
                        ">inside</text>",
                        ">capacity</text>",
                        ">limit it found</text>");
        assertThat(small.body()).contains("viewBox=\"0 0 240 36\"");
        assertThat(vera.get("/panel/rooms/shop/history/nothing.svg").statusCode())
                .isEqualTo(400);
        assertThat(vera.get("/panel/rooms/shop/history?of=century").statusCode())
                .isEqualTo(400);
        assertThat(vera.get("/panel").body()).contains("/panel/rooms/shop/history/small.svg");
        assertThat(vera.get("/panel/rooms/shop").body()).contains("/panel/rooms/shop/history/flow.svg");
    }

    /** Three join in the second minute, one leaves in the third, one joins in the last; two are not seen. */
    private static Instant minutes(Desk desk) {
        var now = desk.now();
        var began = Instant.ofEpochSecond(now.getEpochSecond() / 900 * 900 + 900);
        desk.later(Duration.between(now, began));
        tick(desk);
        desk.later(Duration.ofMinutes(1));
        desk.visitor("shop");
        desk.visitor("shop");
        var leaves = desk.visitor("shop");
        tick(desk);
        desk.later(Duration.ofMinutes(1));
        desk.bean(WaitingRooms.class).get("shop").apply(leaves.id(), Act.LEAVE);
        tick(desk);
        desk.later(Duration.ofMinutes(3));
        desk.visitor("shop");
        tick(desk);
        desk.later(Duration.ofMinutes(1));
        tick(desk);
        return began;
    }

    private static void tick(Desk desk) {
        desk.bean(RoomTicks.class).tick(desk.bean(WaitingRooms.class).get("shop"));
        desk.bean(MinuteRecorder.class).settle();
    }
}
