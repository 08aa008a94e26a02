package io.gatehouse.visitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.page.Pages;
import io.gatehouse.page.WaitingPage;
import io.gatehouse.room.Stage;
import io.gatehouse.words.Texts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A browser that knows no script at all does the whole job with the page as the server renders it. */
class WaitingWithoutScriptsTest {

    private static final Texts.Language ENGLISH = Texts.load().in("en");
    private static final Pattern FROM = Pattern.compile("from=(\\d+)");

    private final WebClient browser = new WebClient();
    private final List<String> posts = new CopyOnWriteArrayList<>();
    /** Where the page wants to go next, and after how many seconds. */
    private final List<String> refreshes = new ArrayList<>();

    private HttpServer server = start();
    private volatile WaitingPage.Builder state = Pages.waiting(ENGLISH);

    @BeforeEach
    void turnScriptsOff() {
        browser.getOptions().setJavaScriptEnabled(false);
        browser.setRefreshHandler((page, url, seconds) -> refreshes.add(seconds + " " + url.getFile()));
    }

    @AfterEach
    void closeAll() {
        browser.close();
        server.stop(0);
    }

    private HttpServer start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", this::answer);
            server.start();
            return server;
        } catch (IOException noPort) {
            throw new AssertionError(noPort);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String query = String.valueOf(exchange.getRequestURI().getQuery());
            if (exchange.getRequestMethod().equals("POST")) {
                String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                posts.add(exchange.getRequestURI().getPath() + " " + form);
            }
            Matcher from = FROM.matcher(query);
            byte[] page = Pages.render(state.from(from.find() ? Long.parseLong(from.group(1)) : Long.MAX_VALUE)
                            .refreshing(Duration.ofSeconds(15), !query.contains("refresh=off"))
                            .build())
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
        }
    }

    private HtmlPage opens(String path) throws IOException {
        return browser.getPage("http://localhost:" + server.getAddress().getPort() + path);
    }

    private static HtmlPage presses(HtmlPage page, String selector) throws IOException {
        return ((DomElement) page.querySelector(selector)).click();
    }

    @Test
    void givenNoScripts_whenThePageRefreshesItself_thenTheNumberFallsAndTheBarGoesOn() throws IOException {
        opens("/rooms/shop/wait?request=R-1");
        assertThat(refreshes).containsExactly("15 /rooms/shop/wait?request=R-1&from=1000");

        state = state.serving(1170);
        HtmlPage page = opens("/rooms/shop/wait?request=R-1&from=1000");

        assertThat(page.getElementById("figure").getTextContent()).isEqualTo("170");
        assertThat(page.getElementById("bar").getAttribute("value")).isEqualTo("50");
        assertThat(refreshes).last().isEqualTo("15 /rooms/shop/wait?request=R-1&from=1000");
    }

    @Test
    void givenNoScripts_whenTheVisitorStopsTheRefresh_thenTheyCheckByHandAndCanTurnItOnAgain() throws IOException {
        HtmlPage page = presses(opens("/rooms/shop/wait?request=R-1"), ".plain .link");
        assertThat(refreshes).hasSize(1);
        assertThat(page.asNormalizedText()).contains("This page does not refresh by itself.");

        state = state.serving(1001);
        page = presses(page, ".plain .button");
        assertThat(page.getElementById("figure").getTextContent()).isEqualTo("339");
        assertThat(refreshes).hasSize(1);

        presses(page, ".plain .link");
        assertThat(refreshes).hasSize(2);
    }

    @Test
    void givenNoScripts_whenTheTurnHasCome_thenContinueAndMoreTimeAreButtons() throws IOException {
        state = state.at(Stage.TURN, 1341)
                .serving(1341)
                .left(Duration.ofSeconds(570))
                .extendable(true);
        HtmlPage page = opens("/rooms/shop/wait?request=R-1");
        assertThat(page.getTitleText()).isEqualTo("Your turn - Shop & Söhne");
        assertThat(page.getElementById("figure").getTextContent()).isEqualTo("9 min");

        page = presses(page, "#extend button");
        presses(page, "#continue button");

        assertThat(posts).containsExactly("/rooms/shop/extend request=R-1", "/rooms/shop/continue request=R-1");
    }

    @Test
    void givenNoScripts_whenTheTurnWentByOrTheVisitorLeaves_thenThereIsAButtonForIt() throws IOException {
        state = state.at(Stage.LAPSED, 1341).serving(1400).left(Duration.ofSeconds(570));
        HtmlPage page = opens("/rooms/shop/wait?request=R-1");
        assertThat(page.getElementById("figure").getTextContent()).isEqualTo("9 min");
        assertThat(page.getElementById("label").getTextContent()).isEqualTo("left to ask for it");

        page = presses(page, "#return button");
        presses(page, "#leave summary");
        presses(page, "#leave button");

        assertThat(posts).containsExactly("/rooms/shop/return request=R-1", "/rooms/shop/leave request=R-1");
        assertThat(refreshes).as("nothing but the visitor changes this page").isEmpty();
    }
}
