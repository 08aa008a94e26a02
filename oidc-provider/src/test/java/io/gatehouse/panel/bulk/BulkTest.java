package io.gatehouse.panel.bulk;

import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Desk;
import io.gatehouse.panel.Outage;
import io.gatehouse.panel.PanelTest;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Several rooms are paused at once, and resumed. */
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

    private static String bulk(Desk desk, String act, String rooms) {
        var answer = desk.post("/panel/api/bulk/" + act + rooms, "{}", WRITES);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer).toString();
    }

    private static boolean isPaused(Desk desk, String room) {
        return desk.room(room).at("/settings/paused").asBoolean();
    }
}
