package io.gatehouse.panel.room;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Acts;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.Outage;
import io.gatehouse.panel.PanelTest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@PanelTest
class SettingsApiTest {

    private static final String[] WRITES = {"Authorization", "Bearer writes"};
    private static final String SHOP = "/panel/api/rooms/shop";
    private static final String FIRST =
            """
            {"zone":"UTC","lobby":"2999-11-27T09:00","doors":"2999-11-27T10:00","close":"2999-11-27T18:00","atClose":"end","draw":"receipts"}""";
    private static final String SECOND =
            """
            {"zone":"UTC","lobby":"2999-11-28T09:00","doors":"2999-11-28T10:00","close":null,"atClose":"let-in"}""";

    @Test
    void givenARoom_whenItIsAskedFor_thenItSaysHowItStands(Desk desk) {
        desk.visitors("shop", 3);

        var room = desk.room("shop");

        assertThat(room.path("title").asString()).isEqualTo("Shop");
        assertThat(room.path("settings").toString())
                .isEqualTo(
                        "{\"rate\":\"200/1m\",\"capacity\":500,\"paused\":false,\"mode\":\"queueing\",\"schedule\":[]}");
        assertThat(room.path("configured")).isEqualTo(room.path("settings"));
        assertThat(room.path("changed").asBoolean()).isFalse();
        assertThat(room.path("opening").asLong()).isEqualTo(1);
        assertThat(room.path("issued").asLong()).isEqualTo(3);
        assertThat(room.path("waiting").asLong() + room.path("turns").asLong()).isEqualTo(3);
        assertThat(room.path("inlet").path("why").asString()).isEqualTo("RATE");
    }

    @Test
    void givenAllRooms_whenTheyAreAskedFor_thenTheyComeInTheOrderOfTheConfiguration(Desk desk) {
        var rooms = json(desk.get("/panel/api/rooms", WRITES)).path("rooms");

        assertThat(rooms.valueStream().map(room -> room.path("room").asString()))
                .containsExactly("shop", "hall", "club");
        assertThat(rooms.path(1).path("settings").path("rate").isNull()).isTrue();
        assertThat(rooms.path(1).path("inlet").path("why").asString()).isEqualTo("BY_HAND");
    }

    @Test
    void givenACallerWhoHasLooked_whenTheyChangeSettings_thenOnlyTheNamedOnesChange(Desk desk) {
        var before = desk.etag("shop");

        var answer = patch(desk, before, "{\"rate\":\"300/1m\"}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer).path("settings").toString())
                .isEqualTo(
                        "{\"rate\":\"300/1m\",\"capacity\":500,\"paused\":false,\"mode\":\"queueing\",\"schedule\":[]}");
        assertThat(json(answer).path("changed").asBoolean()).isTrue();
        assertThat(header(answer, "ETag"))
                .isEqualTo(json(answer).path("etag").asString())
                .isNotEqualTo(before)
                .matches("\"[A-Za-z0-9_-]+\"");
    }

    @Test
    void givenADate_whenItIsSet_thenTheRoomFollowsItAndTheSecondOperatorIsToldSo(Desk desk) {
        var etag = desk.etag("shop");
        var date =
                """
                {"zone":"Europe/Berlin","lobby":"2999-11-27T09:00","doors":"2999-11-27T10:00","close":null,"atClose":"end","draw":"receipts"}""";

        var answer = patch(desk, etag, "{\"schedule\":[" + date + "]}");
        var second = patch(desk, etag, "{\"schedule\":[" + date.replace("T10", "T11") + "]}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer).path("settings").path("mode").asString()).isEqualTo("scheduled");
        assertThat(json(answer).path("settings").path("schedule").toString()).isEqualTo("[" + date + "]");
        assertThat(json(answer).path("phase").asString()).isEqualTo("CLOSED");
        assertThat(json(answer).path("inlet").path("why").asString()).isEqualTo("NOT_OPEN");
        assertThat(second.statusCode()).isEqualTo(412);
        assertThat(json(patch(desk, desk.etag("shop"), "{\"schedule\":null,\"mode\":\"pass-through\"}"))
                        .path("phase")
                        .asString())
                .isEqualTo("PASS_THROUGH");
    }

    /** The ledger is public and kept for ever: it says what an operator changed as the operator would type it. */
    @Test
    void givenSettingsOfEachKind_whenTheyAreChanged_thenTheLedgerSaysSoInPlainWords(Desk desk) {
        patch(desk, desk.etag("shop"), "{\"stock\":5,\"capacity\":null,\"schedule\":[" + FIRST + "," + SECOND + "]}");
        patch(desk, desk.etag("shop"), "{\"consumedBy\":\"expired\",\"mode\":\"hold\",\"schedule\":[" + SECOND + "]}");

        var first = "UTC 2999-11-27T09:00 2999-11-27T10:00 2999-11-27T18:00 end receipts";
        assertThat(json(desk.get("/panel/api/rooms/shop/ledger/entries", WRITES))
                        .toString())
                .contains(
                        "settings capacity 500 -> none, mode queueing -> scheduled, schedule none -> " + first
                                + "; UTC 2999-11-28T09:00 2999-11-28T10:00 - let-in, stock none -> 5, consumed by none -> completed")
                .contains("settings mode scheduled -> hold, schedule " + first
                        + " -> none, consumed by completed -> expired")
                .doesNotContain("WrittenDate");
    }

    /** The opening before it, which has closed, would say what becomes of them. */
    @Test
    void givenVisitorsInALobby_whenItIsPutOff_thenThatIsRefusedAndItsDoorsMayMove(Desk desk) {
        var now = LocalDateTime.ofInstant(desk.bean(Clock.class).instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES);
        var over = opening(now, 1, 2, 3);
        patch(desk, desk.etag("shop"), "{\"schedule\":[" + over + "," + opening(now, 10, 60, 120) + "]}");
        desk.later(Duration.ofMinutes(15));
        desk.visitors("shop", 2);

        var putOff = patch(desk, desk.etag("shop"), "{\"schedule\":[" + over + "," + opening(now, 30, 60, 120) + "]}");
        var moved = patch(desk, desk.etag("shop"), "{\"schedule\":[" + over + "," + opening(now, 10, 90, 120) + "]}");

        assertThat(putOff.statusCode()).isEqualTo(409);
        assertThat(json(putOff).path("type").asString()).endsWith("lobby-in-use");
        assertThat(moved.statusCode()).isEqualTo(200);
        assertThat(json(moved).path("phase").asString()).isEqualTo("LOBBY");
    }

    private static String opening(LocalDateTime now, int lobby, int doors, int close) {
        return "{\"zone\":\"UTC\",\"lobby\":\"%s\",\"doors\":\"%s\",\"close\":\"%s\",\"atClose\":\"end\"}"
                .formatted(now.plusMinutes(lobby), now.plusMinutes(doors), now.plusMinutes(close));
    }

    @Test
    void givenAStock_whenItIsSet_thenItHoldsAndWhatConsumesItStaysUntilItIsSaid(Desk desk) {
        var set = json(patch(desk, desk.etag("shop"), "{\"stock\":0,\"consumedBy\":\"expired, completed\"}"));
        assertThat(set.path("left").asString()).isEqualTo("SOLD_OUT");
        assertThat(set.path("inlet").path("says").asString()).startsWith("Sold out: the stock of 0");

        var raised = json(patch(desk, desk.etag("shop"), "{\"stock\":1000}"));
        assertThat(raised.path("settings").path("stock").asLong()).isEqualTo(1000);
        assertThat(raised.path("settings").path("consumedBy").asString()).isEqualTo("completed expired");
        assertThat(raised.path("left").asString()).isEqualTo("SOME");

        var none = json(patch(desk, desk.etag("shop"), "{\"stock\":null}"));
        assertThat(none.path("settings").has("stock")).isFalse();
        assertThat(none.path("changed").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"mode\":\"open\"} | a mode is one of [queueing",
                "{\"schedule\":{}} | schedule must be a list",
                "{\"schedule\":[7]} | each of schedule must be a JSON object",
                "{\"schedule\":[{\"date\":\"x\"}]} | members are",
                "{\"schedule\":[{}]} | zone is needed",
                "{\"schedule\":[{\"zone\":\"UTC\",\"lobby\":\"2999-01-01T10:01\",\"doors\":\"2999-01-01T10:00\"}]} | lobby must not be after doors",
                "{\"schedule\":[{\"zone\":\"UTC\",\"lobby\":\"2999-01-01T10:00\",\"doors\":\"2999-01-01T10:00\",\"draw\":\"receipt\"}]} | draw must be \"receipts\", or the name",
                "{\"stock\":-1} | stock must be a whole number, 0 to 1000000000",
                "{\"stock\":9,\"consumedBy\":\"no-show\"} | a stock is consumed by one or more of completed abandoned expired",
                "{\"stock\":9,\"consumedBy\":\"\"} | a stock is consumed by one or more of completed abandoned expired",
                "{\"consumedBy\":\"completed\"} | consumedBy needs a stock",
                "{\"schedule\":[{\"zone\":\"UTC\",\"lobby\":\"2020-01-01T10:00\",\"doors\":\"2020-01-01T10:00\",\"close\":\"2020-01-01T11:00\"}]} | close of a new date must be to come"
            })
    void givenADateOrAStockThatIsNone_whenItIsSet_thenItIsSaidWhyAndNothingChanges(
            String body, String said, Desk desk) {
        var etag = desk.etag("shop");

        var answer = patch(desk, etag, body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("detail").asString()).contains(said);
        assertThat(desk.etag("shop")).isEqualTo(etag);
    }

    @Test
    void givenNoIfMatchOrAStaleOne_whenSettingsAreChanged_thenNothingChanges(Desk desk) {
        var stale = desk.etag("shop");
        patch(desk, stale, "{\"capacity\":400}");

        var blind = desk.send("PATCH", SHOP, "{\"capacity\":1}", WRITES);
        var late = patch(desk, stale, "{\"capacity\":1}");
        var weak = patch(desk, "W/" + desk.etag("shop"), "{\"capacity\":1}");

        assertThat(blind.statusCode()).isEqualTo(428);
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(late.body()).contains("changed-meanwhile");
        assertThat(weak.statusCode()).isEqualTo(412);
        assertThat(desk.room("shop").path("settings").path("capacity").asLong()).isEqualTo(400);
    }

    @Test
    void givenNullForRateAndCapacity_whenSettingsAreChanged_thenTheRoomIsByHand(Desk desk) {
        var answer = patch(desk, desk.etag("shop"), "{\"rate\":null,\"capacity\":null}");

        assertThat(json(answer).path("inlet").path("why").asString()).isEqualTo("BY_HAND");
    }

    @Test
    void givenChangedSettings_whenTheyAreDeleted_thenTheConfiguredOnesAreInForce(Desk desk) {
        patch(desk, desk.etag("shop"), "{\"rate\":\"1/1h\"}");

        var stale = desk.send("DELETE", SHOP + "/settings", "", with("If-Match", "\"old\""));
        var answer = desk.send("DELETE", SHOP + "/settings", "", with("If-Match", desk.etag("shop")));

        assertThat(stale.statusCode()).isEqualTo(412);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer).path("settings")).isEqualTo(json(answer).path("configured"));
        assertThat(json(answer).path("changed").asBoolean()).isFalse();
    }

    @Test
    void givenAChangeAndItsOpposite_whenBothAreMade_thenTheRoomCountsAsConfigured(Desk desk) {
        patch(desk, desk.etag("shop"), "{\"capacity\":400}");
        var answer = patch(desk, desk.etag("shop"), "{\"capacity\":500}");

        assertThat(json(answer).path("changed").asBoolean()).isFalse();
    }

    @Test
    void givenARoom_whenItIsPausedTwiceAndResumedTwice_thenRepeatingChangesNothing(Desk desk) {
        var first = desk.post(SHOP + "/pause", "", WRITES);
        var second = desk.post(SHOP + "/pause", "", WRITES);

        assertThat(json(first).path("settings").path("paused").asBoolean()).isTrue();
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(json(second).path("inlet").path("why").asString()).isEqualTo("PAUSED");
        desk.post(SHOP + "/resume", "", WRITES);
        var resumed = json(desk.post(SHOP + "/resume", "", WRITES));
        assertThat(resumed.path("settings").path("paused").asBoolean()).isFalse();
        assertThat(resumed.path("changed").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"rate\":\"fast\"}",
                "{\"rate\":200}",
                "{\"rate\":\"0/1m\"}",
                "{\"rate\":\"99999999999/1m\"}",
                "{\"rate\":\"1/99d\"}",
                "{\"capacity\":-1}",
                "{\"capacity\":1.5}",
                "{\"capacity\":\"500\"}",
                "{\"capacity\":NaN}",
                "{\"capacity\":1e99}",
                "{\"capacity\":99999999999999999999999999}",
                "{\"capacity\":true}",
                "{\"paused\":\"yes\"}",
                "{\"paused\":null}",
                "{\"speed\":1}",
                "{\"capacity\":1,\"capacity\":2}",
                "{\"capacity\":1}{}",
                "[1]",
                "null",
                "{"
            })
    void givenNonsense_whenSettingsAreChanged_thenItIsNamedAndNothingChanges(String nonsense, Desk desk) {
        var before = desk.etag("shop");

        var answer = patch(desk, before, nonsense);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("type").asString()).isEqualTo("https://gatehouse.io/problems#invalid-setting");
        assertThat(json(answer).path("detail").asString()).contains("was ");
        assertThat(desk.etag("shop")).isEqualTo(before);
    }

    @Test
    void givenAVeryLongValue_whenSettingsAreChanged_thenTheAnswerDoesNotRepeatItAll(Desk desk) {
        var answer = patch(desk, desk.etag("shop"), "{\"rate\":\"" + "9".repeat(15_000) + "\"}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body().length()).isLessThan(600);
    }

    @Test
    void givenABodyThatIsTooLongOrNoJson_whenSettingsAreChanged_thenItIsRefused(Desk desk) {
        var tag = desk.etag("shop");

        var large = patch(desk, tag, "{\"rate\":\"" + " ".repeat(140_000) + "\"}");
        var text = desk.send("PATCH", SHOP, "rate=1", with("If-Match", tag, "Content-Type", "text/plain"));

        assertThat(large.statusCode()).isEqualTo(413);
        assertThat(text.statusCode()).isEqualTo(415);
    }

    @Test
    void givenAnUnknownRoom_whenAnythingIsAskedOfIt_thenItIsUnknown(Desk desk) {
        for (var answer : new HttpResponse<?>[] {
            desk.get("/panel/api/rooms/nowhere", WRITES),
            desk.send("PATCH", "/panel/api/rooms/nowhere", "{}", with("If-Match", "*")),
            desk.send("DELETE", "/panel/api/rooms/nowhere/settings", "", with("If-Match", "*")),
            desk.post("/panel/api/rooms/nowhere/let-in", "{\"count\":1}", WRITES),
            desk.post("/panel/api/rooms/nowhere/pause", "", WRITES),
            desk.post("/panel/api/rooms/nowhere/openings", "{\"after\":1}", WRITES),
            desk.get("/panel/api/rooms/nowhere/places/1", WRITES),
            desk.post("/panel/api/rooms/nowhere/admissions/1/end", "", WRITES)
        }) {
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(String.valueOf(answer.body())).contains("unknown-room", "nowhere");
        }
    }

    @Test
    void givenAStoreThatIsAway_whenAnythingIsAsked_thenItSaysSoAndWhenToComeBack(Desk desk) {
        desk.signIn().get(SHOP, WRITES);
        desk.bean(Outage.class).begin();

        var script = desk.get(SHOP, WRITES);
        var cookie = desk.get(SHOP);
        var screen = desk.get("/panel");

        for (var answer : List.of(script, cookie, screen)) {
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(header(answer, "Retry-After")).isNotEmpty();
        }
        assertThat(script.body()).contains("https://gatehouse.io/problems#store-unavailable");
        assertThat(screen.body()).contains("<h1>The store is away</h1>");
    }

    @Test
    void givenARoomWhoseStoreIsAway_whenTheRoomsAreListed_thenTheOthersAreThere(Desk desk) {
        desk.signIn();
        desk.bean(Outage.class).begin("shop");

        var rooms = json(desk.get("/panel/api/rooms", WRITES));
        var screen = desk.get("/panel");

        assertThat(rooms.path("rooms").toString()).doesNotContain("\"shop\"").contains("\"room\"");
        assertThat(rooms.path("away").toString()).contains("\"shop\"");
        assertThat(screen.statusCode()).isEqualTo(200);
        assertThat(screen.body()).contains("The store of this room is away");
    }

    @Test
    void givenAPausedRoom_whenItGoesBackToTheConfiguredSettings_thenItStaysPausedUntilItIsResumed(Desk desk) {
        patch(desk, desk.etag("shop"), "{\"rate\":\"1/1h\",\"paused\":true}");

        var reset = json(desk.send("DELETE", SHOP + "/settings", "", with("If-Match", desk.etag("shop"))));
        var resumed = json(desk.send("POST", SHOP + "/resume", "", WRITES));

        assertThat(reset.path("settings").path("paused").asBoolean()).isTrue();
        assertThat(reset.path("settings").path("rate"))
                .isEqualTo(reset.path("configured").path("rate"));
        assertThat(resumed.path("settings")).isEqualTo(resumed.path("configured"));
        assertThat(resumed.path("changed").asBoolean()).isFalse();
    }

    @Test
    void givenTurnsLetInByHand_whenTheUnusedOnesAreTakenBack_thenThereAreNoneAndRepeatingIsHarmless(Desk desk) {
        var granted = json(desk.post(SHOP + "/let-in", "{\"count\":159}", WRITES));

        var back = json(desk.send("DELETE", SHOP + "/let-in", "", WRITES));
        var again = json(desk.send("DELETE", SHOP + "/let-in", "", WRITES));

        assertThat(granted.path("letIn").asLong()).isEqualTo(159);
        assertThat(List.of(back.path("letIn").asLong(), again.path("letIn").asLong()))
                .containsExactly(0L, 0L);
    }

    @Test
    void givenEachActOnSettings_whenItIsDone_thenOneLineSaysWhoAndWhat(Desk desk) {
        try (var acts = new Acts()) {
            patch(desk, desk.etag("shop"), "{\"capacity\":400}");
            desk.post(SHOP + "/pause", "", WRITES);
            desk.post(SHOP + "/resume", "", WRITES);
            desk.send("DELETE", SHOP + "/settings", "", with("If-Match", desk.etag("shop")));
            patch(desk, desk.etag("shop"), "{\"schedule\":[" + FIRST + "," + SECOND + "]}");
            patch(desk, desk.etag("shop"), "{\"schedule\":[" + FIRST + "]}");
            patch(desk, desk.etag("shop"), "{}");

            assertThat(acts.lines())
                    .containsExactly(
                            "API client nightly: room shop: settings capacity 500 -> 400",
                            "API client nightly: room shop: paused false -> true",
                            "API client nightly: room shop: paused true -> false",
                            "API client nightly: room shop: settings back to the configured ones, capacity 400 -> 500",
                            "API client nightly: room shop: settings mode queueing -> scheduled, schedule none ->"
                                    + " UTC 2999-11-27T09:00 2999-11-27T10:00 2999-11-27T18:00 end receipts;"
                                    + " UTC 2999-11-28T09:00 2999-11-28T10:00 - let-in",
                            "API client nightly: room shop: settings schedule UTC 2999-11-28T09:00 2999-11-28T10:00 -"
                                    + " let-in -> none",
                            "API client nightly: room shop: settings nothing changed");
        }
    }

    private static HttpResponse<String> patch(Desk desk, String etag, String body) {
        return desk.send("PATCH", SHOP, body, with("If-Match", etag));
    }

    private static String[] with(String... headers) {
        return Stream.concat(Stream.of(WRITES), Stream.of(headers)).toArray(String[]::new);
    }
}
