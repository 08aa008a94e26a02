package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page of somebody in a lobby with a draw: it works out by itself what the draw has made of the place. */
class DrawnPageTest {

    private static final Path FOLDER = Path.of("src/main/resources/META-INF/resources/waiting-page");
    private static final Path VECTORS = Path.of("../docs/operate/draw-vectors.json");

    private final StubRoom room = new StubRoom();
    private final Visitor visitor = new Visitor("en");

    @AfterEach
    void closeAll() {
        visitor.close();
        room.close();
    }

    @Test
    void givenALobbyWithADraw_whenTheDrawIsDone_thenThePageTellsTheDrawnNumberAndHasAskedNobodyForIt()
            throws IOException {
        JsonNode vector = vectors().path(0); // entry 1 of 7 has drawn 2
        room.place.put("position", 1001);
        room.board.put("phase", "LOBBY");
        opens();
        visitor.runs("var link = document.createElement('a'); link.id = 'receipt';"
                + " link.setAttribute('data-drawn', 'You drew {position} of {entrants}: check it');"
                + " document.body.appendChild(link); ''");
        room.board.put("draw", Map.of("id", "d", "base", 1000));

        visitor.waitsUntil("the draw's functions", () -> room.asked("draw.js") == 1);
        assertThat(visitor.sees("facts")).isFalse();
        assertThat(visitor.reads("position")).isEmpty();

        room.board.put("draw", drawn(vector));
        visitor.waitsUntil("no number while the lobby lasts", () -> room.asked("/board") > 2);
        assertThat(visitor.sees("facts")).isFalse();
        room.board.remove("phase");

        visitor.waitsFor("You are in line");
        assertThat(visitor.reads("position")).isEqualTo("1,002");
        assertThat(visitor.reads("figure")).isEqualTo("1");
        assertThat(visitor.reads("receipt")).isEqualTo("You drew 2 of 7: check it");
        assertThat(room.asked("/place")).isZero();
        assertThat(room.asked("draw.js")).isEqualTo(1);
        room.stage("TURN");
        room.board.put("serving", 1002);
        visitor.waitsFor("It is your turn");
        assertThat(room.asked("/place")).isEqualTo(1);
        assertThat(visitor.scriptErrors).isEmpty();
    }

    @Test
    void givenADrawInWhichSomeStandBehind_whenItIsDone_thenThePageAsksOnceWhoTheyAreAndTellsTheNumber()
            throws IOException {
        JsonNode vector = vectors().path(8); // of seven, entries 3 and 6 stand behind: entry 3 has drawn 7
        room.place.put("position", 1003);
        room.draw.put("key", vector.path("data").path("key").asString());
        room.draw.put("behind", vector.path("data").path("behind").asString());
        opens();
        Map<String, Object> done = new HashMap<>(drawn(vector));
        done.put("behind", 2);
        room.board.put("draw", done);

        visitor.waitsFor("You are in line");
        visitor.waitsUntil("the number", () -> visitor.reads("position").equals("1,007"));
        assertThat(room.asked("/rooms/shop/draw")).isEqualTo(1);
        assertThat(room.asked("/place")).isZero();
        assertThat(visitor.scriptErrors).isEmpty();
    }

    @Test
    void givenAPageOfACdn_whenTheLobbyHasADraw_thenItTellsOfNetworksAndLinksTheReceiptAsTheServersDoes()
            throws IOException {
        JsonNode vector = vectors().path(0);
        room.place.put("position", 1001);
        room.place.put("receipt", "gatehouse1/shop/d/1/mark");
        room.draw.put("mostPerNetwork", 3);
        room.board.put("phase", "LOBBY");
        visitor.opens(room.page());
        visitor.runs("Math.random = function () { return 0; };");
        room.board.put("draw", Map.of("id", "d", "base", 1000));

        visitor.waitsUntil("the link", () -> visitor.reads("receipt").equals("Your receipt for the draw"));
        assertThat(visitor.attribute("receipt", "href")).endsWith("/rooms/shop/receipt");
        assertThat(visitor.runs("document.querySelector('#receipt').parentNode.previousSibling.textContent"))
                .isEqualTo("At most 3 visitors from one network take part in the draw on equal terms. The others come"
                        + " after everyone else.");

        room.board.put("draw", drawn(vector));
        room.board.remove("phase");
        visitor.waitsUntil("what was drawn", () -> visitor.reads("receipt").equals("You drew 2 of 7: check it"));
        assertThat(visitor.scriptErrors).isEmpty();
    }

    @Test
    void givenAPlaceThatSaysWhatItHasDrawn_whenThePageIsOpened_thenItLoadsNothingMore() throws IOException {
        room.place.put("position", 1001);
        room.place.put("drawn", 1007);
        room.board.put("draw", drawn(vectors().path(0)));
        visitor.opens(room.serversPage()).waitsFor("You are in line");

        assertThat(visitor.reads("position")).isEqualTo("1,007");
        assertThat(room.asked("draw.js")).isZero();
    }

    @Test
    void givenTheVectors_whenThePageWorksThemOut_thenItFindsTheirPositions() throws IOException {
        room.board.put("draw", Map.of("id", "d", "base", 1000));
        opens();
        visitor.waitsUntil("the draw's functions", () -> room.asked("draw.js") == 1);
        visitor.waitsUntil("them", () -> visitor.runs("'' + !!window.drawnTurn").equals("true"));

        for (JsonNode vector : vectors()) {
            if (vector.path("data").has("behind")) {
                continue; // Who that is stands elsewhere, see above.
            }
            JsonNode entrant = vector.path("entrants").path(0); // such an engine takes a while for each
            assertThat(turn(vector, 3, 1000 + entrant.path("entry").asLong()))
                    .isEqualTo(1000 + entrant.path("position").asLong());
        }
        JsonNode seven = vectors().path(0);
        for (long outside : List.of(1L, 1000L, 1008L)) {
            assertThat(turn(seven, 3, outside)).isEqualTo(outside);
        }
        assertThat(turn(seven, 2, 1001)).isEqualTo(1001);
    }

    private long turn(JsonNode vector, int opening, long position) {
        return Long.parseLong(
                String.valueOf(visitor.runs("'' + drawnTurn(" + new JsonMapper().writeValueAsString(drawn(vector))
                        + ", {opening: 3}, {opening: " + opening + ", position: " + position + "})")));
    }

    /** Two files have them, since verify.html has to be one. */
    @Test
    void givenWhatBothFilesWorkOut_whenCompared_thenItIsTheSameLetterByLetter() throws IOException {
        String page = Files.readString(FOLDER.resolve("verify.html"));
        String script = Files.readString(FOLDER.resolve("draw.js"));

        for (String name : List.of("fraction", "sha256", "bytesOf", "position", "placed")) {
            int from = script.indexOf("  function " + name + "(");
            assertThat(page).as(name).contains(script.substring(from, script.indexOf("}\n\n", from)));
        }
    }

    /** With a page that takes no time before it loads the functions, as chance may have it. */
    private void opens() {
        Object draw = room.board.remove("draw");
        visitor.opens(room.serversPage());
        visitor.runs("Math.random = function () { return 0; };");
        if (draw != null) {
            room.board.put("draw", draw);
        }
    }

    private static Map<String, Object> drawn(JsonNode vector) {
        JsonNode data = vector.path("data");
        return Map.of(
                "id",
                "d",
                "base",
                1000,
                "entrants",
                data.path("entrants").asLong(),
                "key",
                data.path("key").asString());
    }

    private static JsonNode vectors() throws IOException {
        return new JsonMapper().readTree(Files.readString(VECTORS));
    }
}
