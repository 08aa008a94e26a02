package io.gatehouse.panel.bulk;

import static io.gatehouse.panel.Desk.hidden;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.addition.AddedRooms;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.Outage;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.stock.Ending;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.waitingroom.WaitingRooms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** One act on several rooms at once. */
@PanelTest
class BulkTest {

    private static final String[] WRITES = {"Authorization", "Bearer writes"};

    @Test
    void givenARoomThatWasPausedByItself_whenAllArePausedAndResumed_thenItStaysPaused(Desk desk) {
        desk.post("/panel/api/rooms/club/pause", "{}", WRITES);

        var paused = bulk(desk, "pause", "?room=shop&room=hall&room=club&room=shop");

        assertThat(paused)
                .contains("{\"room\":\"shop\",\"done\":true,\"says\":\"is paused\"}")
                .contains("{\"room\":\"hall\",\"done\":true,\"says\":\"is paused\"}")
                .contains("{\"room\":\"club\",\"done\":false,\"says\":\"is paused already\"}")
                .containsOnlyOnce("\"shop\"");
        assertThat(isPaused(desk, "shop")).isTrue();
        assertThat(bulk(desk, "resume", "?all=true"))
                .contains("{\"room\":\"shop\",\"done\":true,\"says\":\"is resumed\"}")
                .contains(
                        "{\"room\":\"club\",\"done\":false,\"says\":\"stays paused: Pause several did not pause it. Resume it on its own screen\"}");
        assertThat(List.of(isPaused(desk, "shop"), isPaused(desk, "hall"), isPaused(desk, "club")))
                .containsExactly(false, false, true);
        assertThat(bulk(desk, "resume", "?room=shop")).contains("\"says\":\"is not paused\"");
        var acts = desk.get("/panel/api/rooms/shop/ledger/entries?kind=act", WRITES)
                .body();
        assertThat(acts).contains("pause several, paused -> true", "resume several, paused -> false");
    }

    @Test
    void givenRoomsOfWhichOneHasALine_whenAnOperatorPausesThem_thenThePageSaysBeforeWhatWillHappen(Desk desk) {
        desk.visitors("hall", 2);
        var oscar = desk.another().signIn("oscar");
        assertThat(oscar.get("/panel").body())
                .contains("formaction=\"/panel/bulk/pause\"", "name=\"room\" value=\"club\"");

        var asked = oscar.get("/panel/bulk/pause?room=shop&room=hall");

        assertThat(asked.body())
                .contains("2 of 2 rooms will change; 1 of these has visitors in line or inside.")
                .contains("will be paused");
        assertThat(isPaused(desk, "hall")).isFalse();
        var done = oscar.form("/panel/bulk/pause", Map.of("csrf", token(asked.body()), "room", "hall"));
        assertThat(done.body()).contains("1 of 1 rooms changed", "is paused");
        assertThat(isPaused(desk, "hall")).isTrue();
        var find = oscar.get("/panel/rooms/hall/find").body();
        assertThat(oscar.form("/panel/rooms/hall/find", Map.of("csrf", token(find), "what", "2"))
                        .statusCode())
                .isEqualTo(200);
        var vera = desk.another().signIn("vera");
        assertThat(vera.get("/panel").body()).doesNotContain("/panel/bulk/");
        assertThat(vera.get("/panel/bulk/pause").statusCode()).isEqualTo(403);
    }

    @Test
    void givenARoomWhoseStoreIsAway_whenAllArePaused_thenTheOthersArePausedAndItIsNamed(Desk desk) {
        desk.bean(Outage.class).begin("hall");

        var paused = bulk(desk, "pause", "?room=hall&room=shop");

        assertThat(paused)
                .contains("{\"room\":\"hall\",\"done\":false,\"says\":\"is not changed: its store is away\"}")
                .contains("{\"room\":\"shop\",\"done\":true,\"says\":\"is paused\"}");
    }

    @Test
    void givenRoomsOfWhichOneSaysSomething_whenAMessageIsSaidAndUndone_thenEachSaysWhatItSaidBefore(Desk desk) {
        says(desk, "club", "Doors at ten");
        says(desk, "shop", "");

        var alice = desk.another().signIn();
        var form = alice.get("/panel/bulk/say?room=shop&room=club");
        assertThat(form.body())
                .contains("value=\"shop\" checked=\"checked\"", "name=\"text.fr\"")
                .doesNotContain("value=\"hall\" checked");
        var typed = new HashMap<>(
                Map.of("csrf", hidden(form, "csrf"), "occasion", "always", "severity", "warning", "room", "shop,club"));
        typed.put("text.en", "Deliveries are late");
        typed.put("text.ar", "تأخر التسليم");
        var asked = alice.form("/panel/bulk/say/preview", typed);
        assertThat(asked.body())
                .contains("2 of 2 rooms will change")
                .contains("will say it on every page, in 2 languages, to 0 in line or inside</span>.")
                .contains("In place of &quot;Doors at ten&quot;")
                .contains("name=\"text.ar\" value=\"تأخر التسليم\"");
        assertThat(said(desk, "club")).isEqualTo("Doors at ten");

        assertThat(alice.form("/panel/bulk/say", typed).body())
                .contains("2 of 2 rooms changed", "says it on every page");
        assertThat(said(desk, "shop")).isEqualTo("Deliveries are late");
        assertThat(words(desk, "club").at("/messages/always/text/ar").asString())
                .isEqualTo("تأخر التسليم");
        assertThat(words(desk, "club").at("/messages/paused/text/en").asString())
                .isEqualTo("Back soon");
        assertThat(bulk(desk, "say", "?room=shop", message("Deliveries are late")))
                .contains("\"done\":true"); // in one language, and no warning
        assertThat(bulk(desk, "say", "?room=shop", message("Deliveries are late")))
                .contains("\"done\":false,\"says\":\"says this already\"");

        says(desk, "hall", "By hand");
        assertThat(bulk(desk, "undo", "?room=shop&room=club&room=hall&preview=true"))
                .contains("will say again on every page: \\\"Deliveries are late\\\"")
                .contains("will say again on every page: \\\"Doors at ten\\\"")
                .contains("{\"room\":\"hall\",\"done\":false,\"says\":\"has nothing to be undone\"}");
        says(desk, "shop", "Edited");
        assertThat(bulk(desk, "undo", "?all=true"))
                .contains("{\"room\":\"shop\",\"done\":false,\"says\":\"stays as it is: its words were edited since\"}")
                .contains("{\"room\":\"club\",\"done\":true,\"says\":\"says again what it said before\"}");
        assertThat(List.of(said(desk, "shop"), said(desk, "club"), said(desk, "hall")))
                .containsExactly("Edited", "Doors at ten", "By hand");
        assertThat(bulk(desk, "undo", "?room=club")).contains("has nothing to be undone");
        assertThat(acts(desk, "club")).contains("say in several rooms: always, words", "undo what was said in several");
    }

    @Test
    void givenRoomsThatSaySomething_whenItIsClearedInSeveral_thenOtherOccasionsStayAndTheUndoBringsItBack(Desk desk) {
        says(desk, "club", "Doors at ten");
        says(desk, "hall", "");

        var cleared = bulk(desk, "clear", "?room=club&room=hall", "{\"occasion\":\"always\"}");

        assertThat(cleared)
                .contains("{\"room\":\"club\",\"done\":true,\"says\":\"says nothing on every page\"}")
                .contains("{\"room\":\"hall\",\"done\":false,\"says\":\"says nothing on every page already\"}");
        assertThat(said(desk, "club")).isEmpty();
        assertThat(words(desk, "club").at("/messages/paused/text/en").asString())
                .isEqualTo("Back soon");
        bulk(desk, "undo", "?room=club");
        assertThat(said(desk, "club")).isEqualTo("Doors at ten");
    }

    @Test
    void givenARoomWithBranding_whenItIsGivenToOthers_thenTheyKeepTheirNames(Desk desk) {
        looks(
                desk,
                "shop",
                "{\"name\":\"Fine shop\",\"help\":\"https://shop.example/help\","
                        + "\"colours\":{\"light\":{\"accent\":\"#a3003f\"}}}");
        looks(desk, "club", "{\"name\":\"The club\"}");
        says(desk, "club", "Doors at ten");

        var shared = bulk(desk, "branding", "?all=true", "{\"from\":\"shop\"}");

        assertThat(shared)
                .contains("{\"room\":\"shop\",\"done\":false,\"says\":\"has it: the branding is its own\"}")
                .contains("{\"room\":\"club\",\"done\":true,\"says\":\"has the branding of Shop\"}");
        var club = json(desk.get("/panel/api/rooms/club/looks", WRITES));
        assertThat(club.at("/colours/light/accent").asString()).isEqualTo("#a3003f");
        assertThat(club.path("help").asString()).isEqualTo("https://shop.example/help");
        assertThat(club.path("name").asString()).isEqualTo("The club");
        assertThat(json(desk.get("/panel/api/rooms/hall/looks", WRITES))
                        .path("name")
                        .asString())
                .isEmpty();
        assertThat(said(desk, "club")).isEqualTo("Doors at ten");
        assertThat(bulk(desk, "branding", "?room=club", "{\"from\":\"shop\"}")).contains("looks so already");
    }

    @Test
    void givenVisitsThatAreOverAndKeepTheirSlots_whenTheyAreEndedInSeveralRooms_thenTheOthersStay(Desk desk) {
        var inside = desk.admitted("club");
        var over = List.of(keptIn(desk, "club"), keptIn(desk, "club"));
        var oscar = desk.another().signIn("oscar");

        assertThat(oscar.get("/panel/bulk/free-kept-slots?room=shop&room=hall&room=club")
                        .body())
                .contains("1 of 3 rooms will change", "2 kept slots will come free: the visits are over")
                .contains("keeps no slot for a visit that is over");
        assertThat(bulk(desk, "free-kept-slots", "?all=true"))
                .contains("\"done\":true,\"says\":\"2 slots have come free\"");

        var room = desk.bean(WaitingRooms.class).get("club");
        assertThat(over)
                .allSatisfy(place ->
                        assertThat(room.find(place.id()).orElseThrow().stage()).isEqualTo(Stage.EXPIRED));
        assertThat(room.find(inside.id()).orElseThrow().stage()).isEqualTo(Stage.ADMITTED);
        assertThat(room.snapshot().endings().of(Ending.COMPLETED)).isEqualTo(2); // a stock stays consumed
        assertThat(acts(desk, "club")).contains("end the visits that are over and keep their slots, 2 of opening 1");
        var found = desk.post("/panel/api/rooms/club/find", "{\"what\":\"2\"}", WRITES);
        assertThat(found.body()).contains("An operator ended the visit");
        assertThat(bulk(desk, "free-kept-slots", "?room=club")).contains("\"done\":false");
    }

    @AfterEach
    void takeTheCopiesOut(Desk desk) {
        var none = new Seal(desk.bean(MasterKey.class), "additions").seal(Map.of());
        desk.bean(ExpiringStore.class).put("additions/rooms", none, ExpiringStore.FOREVER, desk.now());
        desk.bean(AddedRooms.class).kept().refresh();
    }

    @Test
    void givenWhatACopyHas_whenScreenDocumentAndApiSayIt_thenTheySayTheSame(Desk desk) throws IOException {
        assertThat(desk.another().signIn().get("/panel/bulk/copy").body()).contains(Copying.COPIED);
        assertThat(Files.readString(Path.of("../docs/operate.md"))).contains(Copying.COPIED);
        assertThat(json(desk.get("/panel/api", WRITES))
                        .at("/paths/~1panel~1api~1bulk~1copy/post/summary")
                        .asString())
                .contains(Copying.COPIED);
    }

    /** More acts begin with one that can always be done. */
    @Test
    void givenRoomsWithoutKeptSlots_whenMoreIsPressed_thenThereIsAnAct(Desk desk) {
        var alice = desk.another().signIn();
        var more = Pattern.compile("formaction=\"([^\"]+)\">More")
                .matcher(alice.get("/panel").body());

        assertThat(more.find()).isTrue();
        assertThat(alice.get(more.group(1)).body()).contains("<button>What will happen");
    }

    @Test
    void givenARoomOfTheFiles_whenItIsCopied_thenAnotherHasItsSettingsInForceAndWordsButNotItsLine(Desk desk) {
        desk.visitors("hall", 2);
        says(desk, "hall", "Welcome");
        desk.send(
                "PATCH",
                "/panel/api/rooms/hall",
                "{\"rate\":\"7/1m\",\"stock\":30,\"mode\":\"scheduled\",\"schedule\":"
                        + "[{\"zone\":\"Europe/Berlin\",\"lobby\":\"2030-11-27T09:00\",\"doors\":\"2030-11-27T10:00\",\"draw\":\"receipts\"}]}",
                "Authorization",
                "Bearer writes",
                "If-Match",
                "*");
        var alice = desk.another().signIn();
        var form = alice.get("/panel/bulk/copy?room=hall");
        assertThat(form.body()).contains("value=\"hall\" selected=\"selected\"", Copying.COPIED);
        var typed = Map.of("csrf", hidden(form, "csrf"), "room", "hall", "name", "annex", "title", "Annex");

        var asked = alice.form("/panel/bulk/copy/preview", typed).body();

        assertThat(asked)
                .contains("will be copied to annex: 1 date, no lanes, words and branding.")
                .contains("Passes and tune of the configuration files, if there are any, are not copied");
        assertThat(desk.get("/panel/api/rooms/annex", WRITES).statusCode()).isEqualTo(404);
        assertThat(alice.form("/panel/bulk/copy", typed).body())
                .contains("is copied to annex", "href=\"/panel/rooms/annex\"");
        var annex = desk.room("annex");
        assertThat(annex.path("title").asString()).isEqualTo("Annex");
        assertThat(annex.at("/settings/rate").asString()).isEqualTo("7/1m");
        assertThat(annex.at("/settings/stock").asLong()).isEqualTo(30);
        assertThat(annex.at("/settings/schedule/0/draw").asString()).isEqualTo("receipts");
        assertThat(annex.path("waiting").asLong()).isZero();
        assertThat(said(desk, "annex")).isEqualTo("Welcome");
        assertThat(acts(desk, "annex")).contains("room added", "copy the words and branding of hall");

        says(desk, "annex", ""); // as if the store had gone away in between
        assertThat(bulk(desk, "copy", "?room=hall", "{\"name\":\"annex\",\"title\":\"Annex\"}"))
                .contains("\"done\":true,\"says\":\"is copied to annex\"");
        assertThat(said(desk, "annex")).isEqualTo("Welcome");
        assertThat(bulk(desk, "copy", "?room=hall", "{\"name\":\"annex\",\"title\":\"Annex\"}"))
                .contains("has this copy already");
        bulk(desk, "copy", "?room=annex", "{\"name\":\"annex-2\"}");
        assertThat(desk.room("annex-2").at("/settings/schedule/0/doors").asString())
                .isEqualTo("2030-11-27T10:00");
        for (var name : List.of("shop", "", "Big Hall", "words", "-", "annex")) {
            var refused = alice.form(
                    "/panel/bulk/copy/preview",
                    Map.of("csrf", hidden(form, "csrf"), "room", "hall", "name", name, "title", "Other"));
            assertThat(refused.statusCode()).as(name).isEqualTo(400);
            assertThat(refused.body()).as(name).contains("id=\"name-fault\"", "value=\"Other\"");
        }
        assertThat(desk.post(
                                "/panel/api/bulk/copy?room=hall",
                                "{\"name\":\"more\"}",
                                "Authorization",
                                "Bearer operates")
                        .statusCode())
                .isEqualTo(403);
        assertThat(desk.another().signIn("oscar").get("/panel/bulk/say").body()).doesNotContain("/panel/bulk/copy");
    }

    @Test
    void givenAMessageThatMakesNoSense_whenItIsToBeSaid_thenItsFieldSaysSoAndNothingIsSaid(Desk desk) {
        says(desk, "shop", "");
        for (var wrong : List.of(
                "{}",
                "{\"occasion\":\"always\"}",
                "{\"occasion\":\"never\",\"text\":{\"en\":\"a\"}}",
                "{\"occasion\":\"always\",\"text\":{}}",
                "{\"occasion\":\"always\",\"text\":{\"en\":\" \"}}",
                "{\"occasion\":\"always\",\"text\":{\"tlh\":\"a\"}}",
                "{\"occasion\":\"always\",\"text\":{\"en\":1}}",
                "{\"occasion\":\"always\",\"text\":\"a\"}",
                "{\"occasion\":\"always\",\"severity\":\"loud\",\"text\":{\"en\":\"a\"}}",
                "{\"occasion\":\"always\",\"text\":{\"en\":\"" + "a".repeat(1_001) + "\"}}",
                "{\"occasion\":\"always\",\"text\":{\"en\":\"\\u202e\"}}",
                "[]",
                "nonsense")) {
            assertThat(desk.post("/panel/api/bulk/say?all=true", wrong, WRITES).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        for (var wrong : List.of("{}", "{\"from\":\"nowhere\"}", "{\"from\":[]}", "{\"from\":\"../shop\"}")) {
            assertThat(desk.post("/panel/api/bulk/branding?all=true", wrong, WRITES)
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        for (var wrong : List.of("?all=true", "?room=shop&room=club", "")) {
            assertThat(desk.post("/panel/api/bulk/copy" + wrong, "{\"name\":\"more\"}", WRITES)
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        var alice = desk.another().signIn();
        var csrf = hidden(alice.get("/panel/bulk/say"), "csrf");
        var refused = alice.form(
                "/panel/bulk/say/preview", Map.of("csrf", csrf, "room", "shop", "occasion", "always", "text.en", ""));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("id=\"text.en-fault\"", "is needed, in one language at least");
        assertThat(alice.form("/panel/bulk/say/preview", Map.of("csrf", csrf, "occasion", "always", "text.en", "a"))
                        .body())
                .contains("id=\"room-fault\"");
        assertThat(said(desk, "shop")).isEmpty();
    }

    @Test
    void givenAWrongActOrRoom_whenItIsAskedFor_thenNothingChanges(Desk desk) {
        assertThat(desk.post("/panel/api/bulk/pause?room=shop&room=nowhere", "{}", WRITES)
                        .statusCode())
                .isEqualTo(404);
        for (var without : List.of("", "?room=", "?rooms=shop", "?all=false", "?all=true&room=shop", "?all=maybe")) {
            assertThat(desk.post("/panel/api/bulk/pause" + without, "{}", WRITES)
                            .statusCode())
                    .as(without)
                    .isEqualTo(400);
        }
        assertThat(desk.post("/panel/api/bulk/stop", "{}", WRITES).statusCode()).isEqualTo(400);
        assertThat(desk.post("/panel/api/bulk/pause", "{}", "Authorization", "Bearer reads")
                        .statusCode())
                .isEqualTo(403);
        assertThat(isPaused(desk, "shop")).isFalse();
    }

    /** That of the page's own form. */
    private static String token(String page) {
        var field = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"").matcher(page);
        assertThat(field.find()).as(page).isTrue();
        return field.group(1);
    }

    /** What one room says always, by its own screen; and what it says while it is paused. */
    private static void says(Desk desk, String room, String always) {
        var now = always.isEmpty() ? "" : "\"always\":{\"text\":{\"en\":\"" + always + "\"}},";
        var body = "{\"messages\":{" + now + "\"paused\":{\"text\":{\"en\":\"Back soon\"}}}}";
        var put = desk.send(
                "PUT", "/panel/api/rooms/" + room + "/words", body, "Authorization", "Bearer writes", "If-Match", "*");
        assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
    }

    private static void looks(Desk desk, String room, String looks) {
        var put = desk.send(
                "PUT", "/panel/api/rooms/" + room + "/looks", looks, "Authorization", "Bearer writes", "If-Match", "*");
        assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
    }

    private static JsonNode words(Desk desk, String room) {
        return json(desk.get("/panel/api/rooms/" + room + "/words", WRITES));
    }

    private static String said(Desk desk, String room) {
        return words(desk, room).at("/messages/always/text/en").asString("");
    }

    private static String message(String text) {
        return "{\"occasion\":\"always\",\"text\":{\"en\":\"" + text + "\"}}";
    }

    /** A visit that is over, at a site that would not hear of it. */
    private static Place keptIn(Desk desk, String name) {
        var room = desk.bean(WaitingRooms.class).get(name);
        var place = room.arrive(desk.admitted(name), true).orElseThrow();
        return room.apply(place.id(), Act.COMPLETE).orElseThrow();
    }

    private static String acts(Desk desk, String room) {
        return desk.get("/panel/api/rooms/" + room + "/ledger/entries?kind=act", WRITES)
                .body();
    }

    private static String bulk(Desk desk, String act, String rooms) {
        return bulk(desk, act, rooms, "{}");
    }

    private static String bulk(Desk desk, String act, String rooms, String body) {
        var answer = desk.post("/panel/api/bulk/" + act + rooms, body, WRITES);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer).toString();
    }

    private static boolean isPaused(Desk desk, String room) {
        return desk.room(room).at("/settings/paused").asBoolean();
    }
}
