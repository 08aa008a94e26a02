package io.gatehouse.albexample.story;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.albexample.ProtectedShop;
import io.gatehouse.albexample.alb.AccessLogEntry;
import io.gatehouse.albexample.alb.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Section 7, test 25: what a real browser does that nobody has asked it for. One place at most, clear pages,
 * no loops.
 */
@Tag("sites")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowserBehaviourTest {

    private final StoryGatehouse gatehouse;
    private final HttpServer elsewhere;
    /** Deleted at the end of all tests only: Chromium may write there for a moment after it was closed. */
    private final Path profile;

    BrowserBehaviourTest(@TempDir Path folder) throws InterruptedException, IOException {
        profile = folder.resolve("profile");
        gatehouse = new StoryGatehouse(
                folder,
                Map.of(
                        "blocked",
                        "",
                        "restored",
                        "",
                        "back",
                        "",
                        "prefetch",
                        "",
                        "image",
                        "",
                        "script",
                        "",
                        "api",
                        ""));
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", exchange -> {
            byte[] page = "<!doctype html><title>Elsewhere</title><p>A page of somebody else's".getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        elsewhere.start();
    }

    @AfterAll
    void stop() {
        elsewhere.stop(0);
        gatehouse.close();
    }

    @Test
    void givenCookiesAreBlocked_whenThePageIsOpened_thenTheVisitorIsToldAndTakesNoPlace() {
        try (ProtectedShop shop = open("blocked");
                Visitor first = inside(shop);
                ChromiumVisitor visitor = ChromiumVisitor.withoutCookies()) {
            visitor.opens(shop.address() + "/");

            visitor.await("word of the cookies", () -> visitor.text().contains("Please allow cookies"));
            assertThat(visitor.address()).startsWith(gatehouse.issuer());
            assertThat(positionOfTheNext(shop)).isEqualTo(2);
            assertThat(first.isInShop()).isTrue();
        }
    }

    @Test
    void givenABrowserThatWasClosed_whenItsTabIsRestored_thenThePlaceIsStillTheirs() {
        try (ProtectedShop shop = open("restored");
                Visitor first = inside(shop)) {
            String waiting;
            try (Visitor visitor = ChromiumVisitor.at(profile)) {
                visitor.opens(shop.address() + "/goods/lantern");
                assertThat(visitor.positionInLine()).isEqualTo(2);
                waiting = visitor.address();
            }

            try (Visitor visitor = ChromiumVisitor.at(profile)) {
                visitor.opens(waiting);
                assertThat(visitor.positionInLine()).isEqualTo(2);
                first.logsOut();
                visitor.awaitsTurn();
                visitor.continues();
                visitor.awaitsShop();
            }
            assertThat(positionOfTheNext(shop)).isEqualTo(3);
        }
    }

    @Test
    void givenAVisitorInTheShop_whenTheyGoBackAndReload_thenTheyAreLedInAgainWithoutAnotherPlace() {
        try (ProtectedShop shop = open("back");
                Visitor first = inside(shop);
                Visitor visitor = new ChromiumVisitor(true)) {
            visitor.opens(shop.address() + "/goods/lantern");
            visitor.reloads();
            assertThat(visitor.positionInLine()).isEqualTo(2);
            first.logsOut();
            visitor.awaitsTurn();
            visitor.continues();
            visitor.awaitsShop();

            visitor.goesBack();

            visitor.findsTheWayIn();
            assertThat(positionOfTheNext(shop)).isEqualTo(3);
        }
    }

    /**
     * Another's page makes the browser ask for the shop, and through it for Gatehouse, without a person going
     * there.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prefetch|const e = document.createElement('link'); e.rel = 'prefetch'; e.href = url; e.onload = e.onerror = done; document.head.append(e)",
                "image|const e = new Image(); e.onload = e.onerror = done; e.src = url",
                "script|fetch(url, {mode: 'no-cors', credentials: 'include'}).then(done, done)",
            })
    void givenAPageOfSomebodyElse_whenItAsksForTheShop_thenNoPlaceIsTaken(String room, String script) {
        Queue<AccessLogEntry> log = new ConcurrentLinkedQueue<>();
        try (ProtectedShop shop = gatehouse.shop(room, Options.defaults().accessLog(log::add));
                Visitor first = inside(shop);
                ChromiumVisitor visitor = new ChromiumVisitor(true)) {
            visitor.opens("http://localhost:" + elsewhere.getAddress().getPort() + "/");
            log.clear();

            visitor.runs("const url = '" + shop.address()
                    + "/'; const finish = arguments[0]; const done = () => finish(); " + script);

            visitor.await("the access log's line that the browser was sent to Gatehouse", () -> log.stream()
                    .anyMatch(entry -> entry.status() == 302));
            assertThat(positionOfTheNext(shop)).isEqualTo(2);
            assertThat(first.isInShop()).isTrue();
        }
    }

    /** Section 7, test 20: what a script of the shop itself sees without a session. */
    @ParameterizedTest
    @CsvSource({"/, 302, cannot be read", "/api/stock, 401, 401"})
    void givenAScriptOfTheShop_whenItHasNoSession_thenOnlyDenyTellsIt(String path, int status, String seen) {
        Queue<AccessLogEntry> log = new ConcurrentLinkedQueue<>();
        try (ProtectedShop shop = gatehouse.shop("api", Options.defaults().accessLog(log::add));
                ChromiumVisitor visitor = new ChromiumVisitor(true)) {
            visitor.opens(shop.address() + "/health");
            log.clear();

            String answer = visitor.runs("const done = arguments[0]; fetch('" + path
                    + "').then(response => done(response.status), () => done('cannot be read'))");

            visitor.await("the access log's line", () -> log.stream()
                    .anyMatch(entry -> entry.request().endsWith(path) && entry.status() == status));
            assertThat(answer).isEqualTo(seen);
        }
    }

    private int positionOfTheNext(ProtectedShop shop) {
        try (Visitor next = new HtmlUnitVisitor(true)) {
            next.opens(shop.address() + "/");
            return next.positionInLine();
        }
    }

    private ProtectedShop open(String name) {
        return gatehouse.shop(name, Clock.systemUTC());
    }

    private Visitor inside(ProtectedShop shop) {
        Visitor first = new HtmlUnitVisitor(true);
        first.opens(shop.address() + "/");
        first.awaitsShop();
        return first;
    }
}
