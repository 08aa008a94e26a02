package io.gatehouse.panel;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@PanelTest
class BearerTest {

    private static final String[] READS = {"Authorization", "Bearer reads"};
    private static final String[] WRITES = {"Authorization", "Bearer writes"};

    @Test
    void givenNoCredentials_whenAScriptAsks_thenItIsToldWhatToBring(Desk desk) {
        var answer = desk.get("/panel/api/rooms");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(header(answer, "WWW-Authenticate")).isEqualTo("Bearer realm=\"gatehouse\"");
        assertThat(json(answer).path("type").asString()).isEqualTo("https://gatehouse.io/problems#sign-in-needed");
        assertThat(json(answer).path("status").asInt()).isEqualTo(401);
    }

    @Test
    void givenAnUnknownToken_whenAScriptAsks_thenItIsRefused(Desk desk) {
        var answer = desk.get("/panel/api/rooms", "Authorization", "Bearer forged");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(header(answer, "WWW-Authenticate")).contains("error=\"invalid_token\"");
    }

    @Test
    void givenOtherCredentials_whenAScriptAsks_thenItIsRefused(Desk desk) {
        assertThat(desk.get("/panel/api/rooms", "Authorization", "Basic YTpi").statusCode())
                .isEqualTo(401);
        assertThat(desk.get("/panel/api/rooms?access_token=reads").statusCode()).isEqualTo(401);
    }

    @Test
    void givenATokenThatReads_whenItIsUsedForAnyAct_thenItIsTooLittle(Desk desk) {
        var acts = List.of("let-in", "pause", "resume", "openings", "admissions/1/end");
        for (var act : acts) {
            var answer = desk.post("/panel/api/rooms/hall/" + act, "{}", READS);
            assertThat(answer.statusCode()).as(act).isEqualTo(403);
            assertThat(header(answer, "WWW-Authenticate")).contains("insufficient_scope", "rooms.operate");
        }
        assertThat(desk.send("PATCH", "/panel/api/rooms/hall", "{}", READS).statusCode())
                .isEqualTo(403);
        assertThat(desk.send("DELETE", "/panel/api/rooms/hall/settings", "", READS)
                        .statusCode())
                .isEqualTo(403);
        assertThat(desk.post("/panel/api/signing-keys", "{}", READS).statusCode())
                .isEqualTo(403);
    }

    @Test
    void givenAToken_whenAScriptAsksForAScreen_thenItGetsNone(Desk desk) {
        assertThat(desk.get("/panel/rooms/shop", WRITES).statusCode()).isEqualTo(403);
        assertThat(desk.form("/panel/rooms/hall/pause", Map.of("a", "b"), WRITES)
                        .statusCode())
                .isEqualTo(403);
        assertThat(desk.room("hall").path("settings").path("paused").asBoolean())
                .isFalse();
    }

    @Test
    void givenAScriptThatWrites_whenItActs_thenTheLogNamesIt(Desk desk) {
        try (var acts = new Acts()) {
            desk.post("/panel/api/rooms/hall/let-in", "{\"count\":3}", WRITES);

            assertThat(acts.lines())
                    .containsExactly("API client nightly: room hall: let in 3 by hand, 0 unused before");
        }
    }
}
