package io.gatehouse.panel.language;

import static io.gatehouse.panel.Desk.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import java.util.Map;
import org.junit.jupiter.api.Test;

@PanelTest
class PanelLanguageTest {

    private static final String GERMAN = "de-AT,de;q=0.9,en;q=0.5";

    @Test
    void givenABrowserInGerman_whenItSignsIn_thenTheWayInAndThePanelAreGerman(Desk desk) {
        var signIn = desk.get("/panel/sign-in", "Accept-Language", GERMAN);
        assertThat(signIn.body()).contains("<html lang=\"de\">", "<h1>Anmelden</h1>");
        assertThat(header(signIn, "Content-Language")).isEqualTo("de");

        desk.signIn();
        assertThat(desk.get("/panel", "Accept-Language", GERMAN).body())
                .contains("<html lang=\"de\">", "Räume", "Kalender");
        assertThat(desk.get("/panel/rooms/nowhere", "Accept-Language", GERMAN).body())
                .contains("Unbekannter Raum");
    }

    @Test
    void givenOtherLanguagesOrNone_whenThePanelIsRead_thenItIsEnglish(Desk desk) {
        for (var wish : new String[] {"en", "fr", "", "de;q=0, en", "*", "de".repeat(600), ";q=x"}) {
            assertThat(desk.get("/panel/sign-in", "Accept-Language", wish).body())
                    .contains("<html lang=\"en\">", "<h1>Sign in</h1>");
        }
        assertThat(desk.get("/panel/sign-in", "Accept-Language", "fr, de;q=0.5").body())
                .contains("lang=\"de\"");
    }

    @Test
    void givenAChoice_whenTheBrowserComesBack_thenItGoesBeforeTheBrowsersOwn(Desk desk) {
        var chosen = desk.form("/panel/sign-in/language", Map.of("language", "de", "return", "/panel/account"));

        assertThat(chosen.statusCode()).isEqualTo(303);
        assertThat(header(chosen, "Location")).isEqualTo("/panel/account");
        assertThat(header(chosen, "Set-Cookie"))
                .startsWith("gatehouse-panel-language=de;")
                .contains("Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=");
        assertThat(desk.get("/panel/sign-in", "Accept-Language", "en").body()).contains("<html lang=\"de\">");

        desk.form("/panel/sign-in/language", Map.of("language", "en"));
        assertThat(desk.get("/panel/sign-in", "Accept-Language", "de").body()).contains("<html lang=\"en\">");
        var mangled =
                desk.another().get("/panel/sign-in", "Accept-Language", "de", "Cookie", "gatehouse-panel-language=x\"");
        assertThat(mangled.body()).contains("<html lang=\"de\">");
        assertThat(header(desk.form("/panel/sign-in/language", Map.of("language", "")), "Set-Cookie"))
                .contains("Max-Age=0");
    }

    @Test
    void givenAnotherSite_whenItChoosesALanguage_thenItIsRefused(Desk desk) {
        var answer = desk.form("/panel/sign-in/language", Map.of("language", "de"), "Sec-Fetch-Site", "cross-site");

        assertThat(answer.statusCode()).isEqualTo(403);
    }

    @Test
    void givenTheApiAndFiles_whenABrowserInGermanReadsThem_thenTheyStayEnglish(Desk desk) {
        desk.signIn();

        assertThat(desk.get("/panel/api/rooms/shop", "Accept-Language", GERMAN).body())
                .contains("The line is empty.")
                .isEqualTo(desk.get("/panel/api/rooms/shop").body());
        assertThat(desk.get("/panel/api/rooms/nowhere", "Accept-Language", GERMAN)
                        .body())
                .contains("Unknown room");
    }

    @Test
    void givenARoomWithMarkupInItsTitle_whenItsPageIsGerman_thenTheTitleIsAsInEnglish(Desk desk) {
        desk.signIn();
        var english = desk.get("/panel/rooms/hall").body();
        var german = desk.get("/panel/rooms/hall", "Accept-Language", GERMAN).body();

        assertThat(english).contains("Town &lt;hall&gt;");
        assertThat(german).contains("Town &lt;hall&gt;").doesNotContain("<hall>");
        assertThat(german.split("Town &lt;hall&gt;", -1)).hasSameSizeAs(english.split("Town &lt;hall&gt;", -1));
    }

    @Test
    void givenATimeOfWhichNothingIsKnown_whenItsChartIsSeenInGerman_thenItSaysSoInGerman(Desk desk) {
        desk.signIn();

        var chart = desk.get("/panel/rooms/hall/history/forecast.svg", "Accept-Language", GERMAN);

        assertThat(chart.body()).contains(">Über diese Zeit ist noch nichts bekannt.<");
    }

    @Test
    void givenTheQuestionForANewOpening_whenItIsSeenInGerman_thenTheNumbersStandWhereGermanHasThem(Desk desk) {
        desk.signIn();

        var question = desk.get("/panel/rooms/hall/new-opening", "Accept-Language", GERMAN);

        assertThat(question.body())
                .containsPattern(">Öffnung \\d+ behalten</a>")
                .containsPattern(">Beenden und Öffnung \\d+ beginnen</button>");
    }
}
