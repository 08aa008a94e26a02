package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page that checks a draw: one file that works from the disk, in a browser that knows little. */
class VerifyPageTest {

    private static final Path PAGE = Path.of("src/main/resources/META-INF/resources/waiting-page/verify.html");
    private static final Path VECTORS = Path.of("../docs/operate/draw-vectors.json");

    @Test
    void givenTheVectors_whenThePageVerifiesThem_thenItFindsTheirPositions() throws IOException {
        try (Visitor visitor = Visitor.speaking("en").opens(PAGE.toUri().toString())) {
            for (JsonNode vector : vectors()) {
                JsonNode entrant = vector.path("entrants").path(0); // such an engine takes a while for each
                assertThat(visitor.runs("var found = verifyDraw.verify(" + vector.path("data") + ","
                                + entrant.path("receipt") + "); found.finding + ' ' + found.position"))
                        .isEqualTo("GENUINE " + entrant.path("position").asLong());
            }
            assertThat(visitor.scriptErrors).isEmpty();
        }
    }

    @Test
    void givenAGerman_whenTheyCheckAReceipt_thenThePageAnswersInGerman() throws IOException {
        JsonNode vector = vectors().path(2);
        try (Visitor visitor = Visitor.speaking("de").opens(PAGE.toUri().toString())) {
            ((HtmlTextArea) visitor.page().getElementById("data"))
                    .setText(vector.path("data").toString());
            ((HtmlTextArea) visitor.page().getElementById("receipt"))
                    .setText(vector.path("entrants").path(0).path("receipt").asString());
            visitor.presses("button");

            assertThat(visitor.reads("result")).isEqualTo("Alles stimmt. Nummer 1 von 2 hat Position 1 gezogen.");
            assertThat(visitor.title()).isEqualTo("Die Auslosung nachrechnen");
            assertThat(visitor.sees("still")).isFalse();
            assertThat(visitor.scriptErrors).isEmpty();
        }
    }

    /**
     * Its own policy goes with the file: it loads nothing, sends nothing, and runs nothing but what it was
     * made with.
     */
    @Test
    void givenThePage_whenItsPolicyIsRead_thenItAllowsThePagesOwnScriptAndStyleAndNothingElse() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(page)
                .contains("content=\"default-src 'none'; script-src '" + digest(page, "script") + "'; style-src '"
                        + digest(page, "style") + "'; img-src data:; base-uri 'none'; form-action 'none'\"");
        assertThat(page).doesNotContain("http://", "https://", "//cdn", " src=", "@import", "innerHTML", "eval(");
        assertThat(page.substring(page.indexOf("'use strict'")).replaceAll("(?s)/\\*.*?\\*/", ""))
                .doesNotContainPattern("\\b(fetch|Promise|async|await|class|let|const|import|Intl|Uint8Array)\\b")
                .doesNotContain("=>", "`");
    }

    private static String digest(String page, String element) {
        int from = page.indexOf("<" + element + ">") + element.length() + 2;
        String inside = page.substring(from, page.indexOf("</" + element + ">"));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(inside.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new AssertionError(everyJdkHasIt);
        }
    }

    private static JsonNode vectors() throws IOException {
        return new JsonMapper().readTree(Files.readString(VECTORS));
    }
}
