package io.gatehouse.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Sites;
import io.gatehouse.time.MutableScheduler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The doors of a site that guards all of them but the one of the test, {@code /shop}. */
class DoorCheckTest {

    @AutoClose
    private static final CheckedSite site = new CheckedSite();

    @AutoClose
    private static final CheckedSite elsewhere = new CheckedSite();

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with()
            .site("news", "shop", "preset=wordpress", "redirect-uris=" + site.at("/back"))
            .site("plain", "shop", "redirect-uris=" + site.at("/back"), "post-logout-redirect-uris=" + site.at("/cart"))
            .starts();

    private static final Collection<String> ASKED = new ConcurrentLinkedQueue<>();
    private static volatile HttpHandler door = DoorCheckTest::guards;

    private boolean isGuarded;
    private String text = "";

    static {
        site.answers("/", http -> {
            ASKED.add(http.getRequestMethod() + " " + http.getRequestURI());
            var isTheDoor = http.getRequestURI().getPath().startsWith("/shop");
            (isTheDoor ? door : (HttpHandler) DoorCheckTest::guards).handle(http);
        });
    }

    @BeforeEach
    void forget() {
        ASKED.clear();
    }

    @Test
    void givenASiteThatGuardsEachDoor_whenItsDoorsAreTried_thenNoFaultIsFound() {
        door = DoorCheckTest::guards;

        checks("news", "/shop");

        assertThat(text)
                .contains("ok     door       " + site.at("/shop")
                        + " has no content without an admission: GET, GET by a script, HEAD, OPTIONS, POST: login")
                .contains("site news: no fault found");
        assertThat(isGuarded).isTrue();
        assertThat(ASKED)
                .contains("GET /xmlrpc.php", "POST /xmlrpc.php", "HEAD /feed", "OPTIONS /api")
                .contains("GET /wp-json/wc/store/v1/cart", "GET /?rest_route=/wp/v2/posts");
    }

    @ParameterizedTest
    @CsvSource({"POST, text/html, POST", "HEAD, text/html, HEAD", "OPTIONS, text/html, OPTIONS"})
    void givenAMethodThatTheSiteDoesNotGuard_whenItsDoorsAreTried_thenItIsNamed(
            String method, String type, String named) {
        door = http -> {
            if (http.getRequestMethod().equals(method)) {
                CheckedSite.shows(http, 200, type, "the goods");
            } else {
                guards(http);
            }
        };

        checks("plain", "/shop");

        assertThat(text)
                .contains("wrong  door       " + site.at("/shop") + " is open without an admission: " + named + ": 200")
                .contains("1 fault found");
        assertThat(isGuarded).isFalse();
    }

    @Test
    void givenADataDoorThatScriptsOpen_whenItIsTried_thenItIsNamed() {
        door = http -> {
            if ("XMLHttpRequest".equals(http.getRequestHeaders().getFirst("X-Requested-With"))) {
                CheckedSite.shows(http, 200, "application/json", "[]");
            } else {
                guards(http);
            }
        };

        checks("plain", "/shop/items.json?page=2");

        assertThat(text).contains(site.at("/shop/items.json?page=2") + " is open", ": GET by a script: 200");
    }

    @Test
    void givenAnAnswerWithoutEnd_whenItsDoorIsTried_thenItsBeginningIsEnough() {
        door = http -> {
            http.sendResponseHeaders(200, 0);
            while (!Thread.currentThread().isInterrupted()) {
                http.getResponseBody().write(new byte[8192]);
            }
        };

        checks("plain", "/shop");

        assertThat(text).contains(site.at("/shop") + " is open", ": GET, GET by a script");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void givenASiteThatAnswersWithAnError_whenItsDoorIsTried_thenNothingIsSaidToBeProved(int status) {
        door = http -> CheckedSite.shows(http, status, "text/html", "later");

        checks("plain", "/shop");

        assertThat(text).contains("note   door       " + site.at("/shop") + " may be open", "POST: " + status);
    }

    @Test
    void givenACircleOfRedirects_whenItsDoorIsTried_thenNothingIsSaidToBeProved() {
        door = http -> CheckedSite.redirects(http, site.at("/shop"));

        checks("plain", "/shop");

        assertThat(text).contains("note   door       " + site.at("/shop") + " may be open");
    }

    @Test
    void givenAPageBehindTheRedirectToTheLogin_whenItsDoorIsTried_thenItIsNamed() {
        door = http -> {
            http.getResponseHeaders().set("Location", gatehouse.issuer() + "/authorize?client_id=plain");
            CheckedSite.shows(http, 302, "text/html", "the goods".repeat(500));
        };

        checks("plain", "/shop");

        assertThat(text)
                .contains(
                        site.at("/shop") + " may be open",
                        "GET by a script, OPTIONS, POST: login, and a page in the same answer");
    }

    @Test
    void givenARedirectToAnotherServer_whenItsDoorIsTried_thenThatServerIsNotAsked() {
        var asked = new AtomicInteger();
        elsewhere.answers("/", http -> {
            asked.incrementAndGet();
            CheckedSite.shows(http, 200, "text/html", "hello");
        });
        door = http -> CheckedSite.redirects(http, elsewhere.at("/"));

        checks("plain", "/shop");

        assertThat(text).contains("note   door       " + site.at("/shop") + " may be open", "which was not asked");
        assertThat(asked).hasValue(0);
    }

    @Test
    void givenARedirectWithinTheSite_whenItLeadsToContent_thenTheDoorIsOpen() {
        door = http -> {
            if (http.getRequestURI().getPath().equals("/shop")) {
                CheckedSite.redirects(http, "/shop/all");
            } else {
                CheckedSite.shows(http, 200, "text/html", "the goods");
            }
        };

        checks("plain", "/shop");

        assertThat(text)
                .contains(site.at("/shop")
                        + " is open without an admission: GET, GET by a script, HEAD, OPTIONS, POST: 200 at ");
    }

    @Test
    void givenAPageThatAsksForALogin_whenADoorLeadsThere_thenThatIsANote() {
        door = http -> {
            if (http.getRequestURI().getPath().equals("/shop")) {
                CheckedSite.redirects(http, "/shop/signin");
            } else {
                CheckedSite.shows(http, 200, "text/html", "<button>Sign in</button>");
            }
        };

        checks("plain", "/shop");

        assertThat(text)
                .contains("note   door       " + site.at("/shop") + " may be open, look at it: GET, GET by a script");
        assertThat(isGuarded).isTrue();
    }

    /** As mod_auth_openidc does after a form. */
    @Test
    void givenAPageWhoseScriptBeginsALogin_whenItsDoorIsTried_thenItIsGuarded() {
        door = http -> CheckedSite.shows(
                http,
                200,
                "text/html",
                "<script>location='" + (gatehouse.issuer() + "/authorize?x=y").replace("/", "\\/") + "'</script>");

        checks("plain", "/shop");

        assertThat(text).contains("ok     door       " + site.at("/shop") + " has no content");
    }

    /** Content may name the login, as a menu does; only a page with nothing but the way there is a login. */
    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/html"})
    void givenContentThatNamesTheLogin_whenItsDoorIsTried_thenItIsOpen(String type) {
        var words = type.equals("text/html") ? "<p>The shoes of this week. </p>".repeat(10) : "[]";
        door = http -> CheckedSite.shows(http, 200, type, words + gatehouse.issuer() + "/authorize");

        checks("plain", "/shop");

        assertThat(text).contains(site.at("/shop") + " is open without an admission");
    }

    @Test
    void givenAnswersThatSayNothing_whenTheirDoorIsTried_thenItIsGuarded() {
        door = http -> {
            switch (http.getRequestMethod()) {
                case "OPTIONS" -> {
                    http.getResponseHeaders().set("Allow", "GET, HEAD");
                    CheckedSite.shows(http, 200, "text/plain", "GET,HEAD");
                }
                case "POST" -> CheckedSite.shows(http, 200, "text/xml", "<methodResponse><fault></fault>");
                default -> CheckedSite.shows(http, 401, "application/json", "{\"code\":\"not_admitted\"}");
            }
        };

        checks("plain", "/shop/xmlrpc.php");

        assertThat(text).contains("ok     door       " + site.at("/shop/xmlrpc.php") + " has no content");
    }

    @Test
    void givenThePageThatFollowsALogout_whenDoorsAreTried_thenItIsNone() {
        checks("plain");

        assertThat(ASKED).contains("GET /checkout").doesNotContain("GET /cart");
    }

    @Test
    void givenASiteThatIsSlow_whenItsDoorsAreTried_thenTheCheckEndsAndSaysSo() {
        checks("plain", Duration.ZERO, "/shop");

        assertThat(text).contains("and the doors after it were not tried");
        assertThat(isGuarded).isFalse();
    }

    private static void guards(HttpExchange http) throws IOException {
        CheckedSite.redirects(http, gatehouse.issuer() + "/authorize?client_id=news");
    }

    private void checks(String name, String... doors) {
        checks(name, Duration.ofMinutes(1), doors);
    }

    private void checks(String name, Duration time, String... doors) {
        var options = new CheckOptions(Duration.ZERO, time, false, Optional.of(List.of(doors)), Optional.empty());
        var lines = new ByteArrayOutputStream();
        var checked = gatehouse.bean(Sites.class).byName(name).orElseThrow();
        isGuarded = new SiteCheck(
                        checked,
                        gatehouse.bean(Issuer.class),
                        new PrintStream(lines, true, UTF_8),
                        Clock.systemUTC(),
                        new SecureRandom(),
                        new MutableScheduler())
                .run(options);
        text = lines.toString(UTF_8);
    }
}
