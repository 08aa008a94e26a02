package io.gatehouse.visitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.page.Pages;
import io.gatehouse.room.RoomId;
import io.gatehouse.words.EditionPrinter;
import io.gatehouse.words.Occasion;
import io.gatehouse.words.PrintedWords;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Texts;
import io.gatehouse.words.Words;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.htmlunit.MockWebConnection;
import org.htmlunit.NicelyResynchronizingAjaxController;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.util.NameValuePair;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * A page that is open: the script puts there what the server would have put there, and asks once for what it
 * has not.
 */
class WordsOnThePageTest {

    private static final String HOST = "http://localhost";
    private static final Texts TEXTS = Texts.load();
    private static final Texts.Language ENGLISH = TEXTS.in("en");

    private static final Words WELCOME = new Words(
            Map.of(Occasion.ALWAYS, new Words.Message(Severity.INFO, Map.of("en", "Welcome"))),
            Map.of("en", Map.of("WAITING.headline", "Almost there", "leave", "Let me out")));

    private static final Words NEWS = new Words(
            Map.of(
                    Occasion.ALWAYS,
                    new Words.Message(
                            Severity.WARNING,
                            Map.of(
                                    "de",
                                    "Grüße <img src=x onerror=alert(1)>\nMehr: [hier & da](https://a.example/?b=c&d)")),
                    Occasion.PAUSED,
                    new Words.Message(Severity.INFO, Map.of("en", "See https://a.example/x?y=1&z=2."))),
            Map.of());

    private final MockWebConnection network = new MockWebConnection();

    @AutoClose
    private final WebClient browser = new WebClient();

    @Test
    void givenWordsInThePage_whenItsScriptRuns_thenItAsksForNoneAndTheyStay() throws IOException {
        var page = opens(printed("a1", WELCOME));

        assertThat(words(page)).isEqualTo(printed("a1", WELCOME).in(ENGLISH).markup("WAITING"));
        assertThat(text(page, "headline")).isEqualTo("Almost there");
        assertThat(page.querySelectorAll("summary").get(0).getTextContent()).isEqualTo("Let me out");
        assertThat(network.getRequestCount()).isEqualTo(3) /* without styles */;
    }

    @Test
    void givenAPageThatIsOpen_whenTheBoardNamesOtherWords_thenItShowsThemAsTheServerWould() throws IOException {
        var page = opens(printed("a1", WELCOME));
        var news = printed("b2", NEWS);

        answers("/rooms/shop/words/b2/en", news.in(ENGLISH).json());
        looks(page, board("b2", true));

        assertThat(words(page)).isEqualTo(parsed(page, news.in(ENGLISH).markup("PAUSED")));
        assertThat(page.querySelectorAll("#words img")).isEmpty();
        assertThat(page.querySelectorAll("summary").get(0).getTextContent()).isEqualTo(ENGLISH.text("leave"));
        looks(page, board("b2", false));
        assertThat(words(page)).isEqualTo(parsed(page, news.in(ENGLISH).markup("WAITING")));
        assertThat(text(page, "headline")).isEqualTo(ENGLISH.text("WAITING.headline"));
    }

    @Test
    void givenWordsThatAreNotThereYet_whenTheNextBoardComes_thenTheyAreAskedForAgain() throws IOException {
        var page = opens(PrintedWords.NONE);

        network.setResponse(
                new URL(HOST + "/rooms/shop/words/a1/en"),
                "{}",
                404,
                "Not Found",
                "application/json",
                List.<NameValuePair>of());
        looks(page, board("a1", false));
        assertThat(words(page)).isEmpty();
        answers("/rooms/shop/words/a1/en", printed("a1", WELCOME).in(ENGLISH).json());
        looks(page, board("a1", false));

        assertThat(words(page)).contains("<p>Welcome</p>");
        looks(page, board("", false));
        assertThat(words(page)).isEmpty();
        assertThat(text(page, "headline")).isEqualTo(ENGLISH.text("WAITING.headline"));
    }

    private HtmlPage opens(PrintedWords words) throws IOException {
        var said = words.in(ENGLISH);
        var page = Pages.waiting(said.texts())
                .words(said)
                .documents(
                        board(words.edition(), false),
                        "{\"stage\":\"WAITING\",\"position\":1341,\"opening\":1,\"now\":\"2026-11-27T10:00:00Z\"}")
                .build();
        browser.setAjaxController(new NicelyResynchronizingAjaxController());
        browser.getOptions().setCssEnabled(false);
        browser.setWebConnection(network);
        network.setResponse(new URL(HOST + "/rooms/shop/wait?request=R-1"), Pages.render(page));
        network.setResponse(
                new URL(HOST + "/waiting-page/waiting-page.js"),
                // What is to be done later is done when the test says so.
                "window.setTimeout = function (task) { window.later = task; return 1; }; window.setInterval = function () {};"
                        + file("waiting-page.js"),
                "text/javascript");
        answers("/waiting-page/texts/en.json", file("texts/en.json"));
        return browser.getPage(HOST + "/rooms/shop/wait?request=R-1");
    }

    /** The page's next look at the board. */
    private void looks(HtmlPage page, String board) throws IOException {
        answers("/rooms/shop/board", board);
        page.executeJavaScript("window.later()");
    }

    private void answers(String path, String json) throws IOException {
        network.setResponse(new URL(HOST + path), json, "application/json", StandardCharsets.UTF_8);
    }

    private static String board(String words, boolean isPaused) {
        return "{\"room\":\"shop\",\"title\":\"Shop\",\"opening\":1,\"paused\":" + isPaused
                + ",\"stale\":false,\"issued\":2000,\"serving\":1000,\"claimWindow\":600,\"waitingTtl\":86400,"
                + (words.isEmpty() ? "" : "\"words\":\"" + words + "\",") + "\"polls\":[{\"every\":5}]}";
    }

    private static PrintedWords printed(String edition, Words words) {
        return new EditionPrinter(TEXTS, (room, name) -> Optional.of(words))
                .print(new RoomId("shop"), Optional.of(edition), PrintedWords.NONE);
    }

    private static String words(HtmlPage page) {
        return run(page, "document.getElementById('words').innerHTML");
    }

    /** The server's markup as the browser would write it: a character has many names. */
    private static String parsed(HtmlPage page, String markup) {
        page.getBody().setAttribute("data-test", markup);
        return run(
                page,
                "var box = document.createElement('div'); box.innerHTML = document.body.getAttribute('data-test'); box.innerHTML");
    }

    private static String run(HtmlPage page, String script) {
        return page.executeJavaScript(script).getJavaScriptResult().toString();
    }

    private static String text(HtmlPage page, String id) {
        DomElement element = page.getElementById(id);
        return element.getTextContent();
    }

    private static String file(String name) {
        try (InputStream stream = Objects.requireNonNull(
                WordsOnThePageTest.class.getResourceAsStream("/META-INF/resources/waiting-page/" + name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
