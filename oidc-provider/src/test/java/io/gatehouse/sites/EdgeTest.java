package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Gates at the edge, docs/sites/edge.js, beside nginx as docs/sites/nginx-gate.md sets it up: all let the
 * same people in.
 */
@Tag("sites")
class EdgeTest {

    private static final Nginx.Spot SPOT = Nginx.Spot.free();

    /** As long as Gatehouse remembers somebody, and an edge after it. */
    private static final Duration REMEMBERED = Duration.ofSeconds(10);

    private static final EchoSite shop = new EchoSite("X-Gatehouse-Subject");
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.issuer=" + SPOT.at(""),
                    "gatehouse.sites.shop.entry=" + SPOT.at("/"),
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.rooms.shop.aws-api.token-issuer=" + SPOT.at(""),
                    "gatehouse.rooms.other.title=Other")
            .site("other", "other", "entry=" + SPOT.at("/"))
            .site("es256", "shop", "access-token=jwt", "id-token-algorithm=es256")
            .starts()
            .standing();

    private static Nginx nginx;
    private static Edges edges;
    private static List<String> gates;
    private static List<String> forPrograms;

    private final WebVisitor visitor = new WebVisitor(SPOT.at(""));

    @BeforeAll
    static void start() {
        var configuration = Nginx.documented("nginx-gate.md", SPOT, gatehouse.issuer(), shop.address(), "shop");
        nginx = Nginx.start(SPOT, configuration);
        edges = Edges.start(SPOT.at(""), gatehouse.issuer(), shop.address());
        forPrograms =
                Stream.concat(Stream.of(nginx.at("")), edges.workers().stream()).toList();
        gates = Stream.concat(forPrograms.stream(), Stream.of(edges.cloudFront()))
                .toList();
    }

    @AfterAll
    static void stop() {
        edges.close();
        nginx.close();
        gatehouse.close();
        shop.close();
    }

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
        edges.isNow(gatehouse.clock().instant());
    }

    @AfterEach
    void closeTheBrowser() {
        visitor.close();
    }

    @Test
    void givenNginxAndThreeEdges_whenAVisitorHasWaited_thenAllLetThemInForAsLongAsTheirAdmissionLives() {
        for (var gate : gates) {
            visitor.fetches(gate + "/prices");
            assertThat(visitor.last().status()).as(gate).isEqualTo(401);
        }
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
        var wait = visitor.opens(gates.get(0) + "/deep/link");
        assertThat(visitor.waits(wait)).isTrue();
        for (var gate : gates) {
            visitor.opens(gate + "/deep/link");
            assertThat(visitor.last().url()).as(gate).startsWith(SPOT.at("/rooms/shop/"));
        }
        gatehouse.letIn("shop", 1);
        assertThat(WebVisitor.text(visitor.continues(wait))).startsWith("/deep/link for ");

        for (var gate : gates) {
            assertThat(WebVisitor.text(visitor.opens(gate + "/deep/link?of=2&of=%2F")))
                    .as(gate)
                    .matches("/deep/link\\?of=2&of=%2F for [0-9a-f]{32}");
            visitor.fetches(gate + "/prices");
            assertThat(visitor.last().status()).as(gate).isEqualTo(200);
        }

        var place = gatehouse.room("shop").at(Position.of(1)).orElseThrow();
        gatehouse.room("shop").apply(place.id(), Act.EXPIRE);
        elapse(REMEMBERED);
        for (var gate : gates) {
            visitor.fetches(gate + "/prices");
            assertThat(visitor.last().status()).as(gate).isEqualTo(401);
        }
        for (var gate : gates) {
            visitor.opens(gate + "/deep/link");
            assertThat(visitor.last().url()).as(gate).startsWith(SPOT.at("/rooms/shop/"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", "es256"})
    void givenNginxAndWorkers_whenAProgramShowsAToken_thenAllLetItInForAsLongAsItsAdmissionLives(String site) {
        gatehouse.letIn("shop", 1);
        var token = Login.redeem(gatehouse, site, Login.authorizeCode(gatehouse.browser(), site))
                .text("id_token");

        for (var gate : forPrograms) {
            var answer = asks(gate, "Bearer " + token);
            assertThat(answer.status()).as(gate).isEqualTo(200);
            assertThat(answer.body())
                    .as(gate)
                    .isEqualTo(
                            "/api/prices for " + Login.claims(token).path("sub").asString());
            assertThat(asks(gate, token).status()).as(gate).isEqualTo(200);
        }
        for (var wrong : List.of(edited(token, token.length() - 9), edited(token, token.length() / 2), "a.b.c", "x")) {
            for (var gate : forPrograms) {
                assertThat(asks(gate, "Bearer " + wrong).status()).as(gate).isEqualTo(401);
            }
        }

        var place = gatehouse.room("shop").at(Position.of(1)).orElseThrow();
        gatehouse.room("shop").apply(place.id(), Act.COMPLETE);
        elapse(REMEMBERED);
        for (var gate : forPrograms) {
            assertThat(asks(gate, "Bearer " + token).status()).as(gate).isEqualTo(401);
        }
    }

    /** The room's {@code token-issuer} is the issuer. */
    @Test
    void givenNginxAndWorkers_whenAClientOfTheAwsApiShowsItsTokens_thenTheAccessTokenPassesAndNoOther() {
        var client = new AwsClient(gatehouse, "", "192.0.2.1");
        var id = client.joins("shop");
        gatehouse.letIn("shop", 1);
        var tokens = client.posts("/generate_token", Map.of("event_id", "shop", "request_id", id));

        for (var gate : forPrograms) {
            assertThat(asks(gate, "Bearer " + tokens.text("access_token")).status())
                    .as(gate)
                    .isEqualTo(200);
            for (var other : List.of("id_token", "refresh_token")) {
                assertThat(asks(gate, "Bearer " + tokens.text(other)).status())
                        .as(gate + " " + other)
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void givenAVisitorInside_whenTheySendAForm_thenItReachesTheSiteThroughAllEdges() {
        gatehouse.letIn("shop", 1);
        var browser = inside();

        for (var edge : gates.subList(1, gates.size())) {
            assertThat(posts(browser, edge + "/basket/add?of=2").body())
                    .as(edge)
                    .startsWith("/basket/add?of=2 for ");
        }
    }

    /** At Fastly the answer to one visitor would be kept for all, if it were asked for as a page is. */
    @Test
    void givenSomebodyInside_whenAnotherOneShowsAnInventedCookieOrToken_thenNoGateTakesThemForTheFirst() {
        gatehouse.letIn("shop", 1);
        var browser = inside();
        for (var gate : gates) {
            assertThat(goes(browser, gate + "/prices").body()).as(gate).startsWith("/prices for ");
        }

        for (var gate : gates) {
            var other = gatehouse.browser().withCookie("gatehouse-place-shop", "x.y.z");
            assertThat(goes(other, gate + "/prices").url()).as(gate).startsWith(SPOT.at("/rooms/shop/enter?"));
        }
    }

    @Test
    void givenAVisitorWhoSaysWhoTheyAre_whenTheyPass_thenTheSiteHearsOfNobodyButUs() {
        gatehouse.letIn("shop", 1);
        var browser = inside();
        goes(browser, edges.cloudFront() + "/");
        var place = gatehouse.room("shop").at(Position.of(1)).orElseThrow();
        var subject = gatehouse.bean(Admissions.class).subject(new RoomId("shop"), place);

        for (var gate : gates) {
            var lying = browser.request(gate + "/headers")
                    .header("X-Gatehouse-Subject", "vip")
                    .header("X-Gatehouse-Room", "vip")
                    .header("x-gatehouse-expires", "vip")
                    .header("X-Forwarded-For", "198.51.100.7");
            var told = browser.sends(lying.GET().build()).body().toLowerCase(Locale.ROOT);

            assertThat(told)
                    .as(gate)
                    .contains("x-gatehouse-subject: " + subject)
                    .doesNotContain("vip");
        }
        assertThat(goes(browser, edges.workers().get(0) + "/headers").body()).contains(": 192.0.2.1");
        assertThat(goes(browser, edges.workers().get(1) + "/headers").body()).contains(": 192.0.2.2");
    }

    /** A neighbour under another name of the same domain can set one. */
    @Test
    void givenAnotherCookieOfTheSameName_whenAVisitorComesToCloudFront_thenTheirOwnCounts() throws IOException {
        gatehouse.letIn("shop", 1);
        var browser = inside();
        goes(browser, edges.cloudFront() + "/");
        var visit = "gatehouse-visit-shop=" + browser.cookie("gatehouse-visit-shop");

        for (var cookies : List.of(visit + "; gatehouse-visit-shop=x", "gatehouse-visit-shop=x; " + visit)) {
            var answer = LocalSite.sends(HttpRequest.newBuilder(URI.create(edges.cloudFront() + "/prices"))
                    .header("Cookie", cookies));
            assertThat(answer.body()).as(cookies).startsWith("/prices for ");
        }
    }

    /** A visit of no time would send them round and round. */
    @Test
    void givenAnEdgeWhoseClockIsAhead_whenAnAdmissionIsAboutToEnd_thenTheVisitorPassesAllTheSame() {
        gatehouse.letIn("shop", 1);
        var browser = inside();
        goes(browser, edges.cloudFront() + "/");
        gatehouse.elapse(Duration.ofMinutes(60).minusSeconds(2));
        edges.isNow(gatehouse.clock().instant().plusSeconds(5));

        assertThat(goes(browser, edges.cloudFront() + "/prices").body()).startsWith("/prices for ");
    }

    @Test
    void givenGatehouseIsAway_whenSomebodyBringsAProof_thenWorkersSayThatAndNotThatItIsBad() {
        gatehouse.letIn("shop", 1);
        var token = Login.redeem(gatehouse, "shop", Login.authorizeCode(gatehouse.browser(), "shop"))
                .text("id_token");
        try (var lonely = Edges.start(SPOT.at(""), Nginx.Spot.free().at(""), shop.address())) {
            lonely.isNow(gatehouse.clock().instant());
            for (var worker : lonely.workers()) {
                var visitor = gatehouse.browser().withCookie("gatehouse-place-shop", "x.y.z");
                assertThat(asks(worker, "Bearer " + token).status()).as(worker).isEqualTo(503);
                assertThat(visitor.gets(worker + "/prices").status()).as(worker).isEqualTo(503);
                assertThat(asks(worker, "").status()).as(worker).isEqualTo(401);
            }
        }
    }

    /** As long as nginx waits by itself, a minute, no shop can. */
    @Test
    void givenGatehouseStandsStill_whenSomebodyComes_thenEveryGateAnswersAllTheSame() throws IOException {
        gatehouse.letIn("shop", 1);
        var token = Login.redeem(gatehouse, "shop", Login.authorizeCode(gatehouse.browser(), "shop"))
                .text("id_token");
        try (var silent = LocalSite.silent();
                var stuck = Edges.start(SPOT.at(""), "http://localhost:" + silent.getLocalPort(), shop.address())) {
            stuck.isNow(gatehouse.clock().instant());
            var address = "http://127.0.0.1:" + silent.getLocalPort();
            var closed = Nginx.Spot.free();
            var open = Nginx.Spot.free();
            try (var shut = Nginx.start(
                            closed, Nginx.documented("nginx-gate.md", closed, address, shop.address(), "shop"));
                    var opened = Nginx.start(
                            open, Nginx.documentedOpen("nginx-gate.md", open, address, shop.address(), "shop"))) {
                assertThat(LocalSite.sends(patiently(shut.at("/prices"))).statusCode())
                        .isEqualTo(500);
                assertThat(LocalSite.sends(patiently(opened.at("/prices"))).body())
                        .isEqualTo("/prices for null");
                for (var worker : stuck.workers()) {
                    assertThat(LocalSite.sends(patiently(worker + "/prices").header("Authorization", "Bearer " + token))
                                    .statusCode())
                            .as(worker)
                            .isEqualTo(503);
                }
            }
        }
    }

    /** Where Gatehouse answers, a gate that opens without it is shut like any other. */
    @Test
    void givenAGateThatOpensWithoutGatehouse_whenGatehouseAnswers_thenNobodyPassesWhoIsNotInside() throws IOException {
        var spot = Nginx.Spot.free();
        var open = Nginx.documentedOpen("nginx-gate.md", spot, gatehouse.issuer(), shop.address(), "shop");
        try (var gate = Nginx.start(spot, open)) {
            assertThat(LocalSite.sends(patiently(gate.at("/prices")).header("X-Requested-With", "XMLHttpRequest"))
                            .statusCode())
                    .isIn(302, 401);
        }
    }

    private static HttpRequest.Builder patiently(String address) {
        return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(30));
    }

    @Test
    void givenAVisitorInsideAnotherRoom_whenTheyComeToCloudFront_thenTheyHaveNoVisitOfThisOne() {
        gatehouse.letIn("other", 1);
        var browser = gatehouse.browser();
        browser.opens("/rooms/other/enter");
        assertThat(browser.gets(gatehouse.issuer() + "/verify/other/prices").status())
                .isEqualTo(200);

        var answer = browser.gets(edges.cloudFront() + "/verify/other/prices");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Set-Cookie")).isEmpty();
        assertThat(browser.gets(edges.cloudFront() + "/prices").header("Location"))
                .isEqualTo("/verify/shop/prices");
    }

    /** CloudFront makes an address out of the visitor's path. */
    @ParameterizedTest
    @ValueSource(strings = {"/verify/shop//evil.example", "/verify/shop/%5Cevil.example", "/verify/shop"})
    void givenAnOddPath_whenCloudFrontSendsAVisitorBack_thenNeverToAnotherHost(String path) {
        gatehouse.letIn("shop", 1);

        var answer = inside().gets(edges.cloudFront() + path);

        assertThat(answer.status()).isIn(307, 400);
        assertThat(answer.header("Location")).matches("|/|/[^/\\\\].*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999.abc.AAAA", "99999999999.abc.", "99999999999.abc", "..", "x"})
    void givenAVisitThatNobodyHasSigned_whenItIsShownToCloudFront_thenItIsWorthNothing(String visit) {
        var browser = gatehouse.browser().withCookie("gatehouse-visit-shop", visit);

        var answer = browser.gets(edges.cloudFront() + "/prices");

        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.header("Location")).isEqualTo("/verify/shop/prices");
        assertThat(browser.gets(edges.cloudFront() + "/verify/shop/prices").header("Location"))
                .startsWith(SPOT.at("/rooms/shop/enter?request="));
    }

    @Test
    void givenAPageWhoseAddressHoldsASecret_whenAGateSendsAVisitorToTheLine_thenTheLinesDoesNot() {
        for (var gate : gates) {
            assertThat(goes(gatehouse.browser(), gate + "/callback?state=s&code=c")
                            .url())
                    .as(gate)
                    .isEqualTo(SPOT.at("/rooms/shop/enter"));
        }
    }

    /** 10 KB, with room for what is filled in. */
    @Test
    void givenTheFile_whenUploaded_thenItIsSmallEnoughForCloudFront() throws IOException {
        assertThat(Files.size(Path.of("..", "docs", "sites", "edge.js"))).isLessThan(9_900);
    }

    private static Browser inside() {
        var browser = gatehouse.browser();
        browser.opens("/rooms/shop/enter");
        return browser;
    }

    /** Follows redirects between edge and Gatehouse, up to the line. */
    private static Browser.Page goes(Browser browser, String address) {
        var page = browser.gets(address);
        for (var hops = 0; page.status() / 100 == 3 && !page.url().contains("/rooms/") && hops < 5; hops++) {
            page = browser.gets(
                    URI.create(page.url()).resolve(page.header("Location")).toString());
        }
        return page;
    }

    /** As browsers follow 307: with the method and the form that they have sent. */
    private static Browser.Page posts(Browser browser, String address) {
        var page = browser.posts(address, Map.of("ticket", "1"));
        for (var hops = 0; page.status() == 307 && hops < 3; hops++) {
            var next = URI.create(page.url()).resolve(page.header("Location")).toString();
            page = browser.posts(next, Map.of("ticket", "1"));
        }
        return page;
    }

    private static Answer asks(String gate, String authorization) {
        return Login.get(gate + "/api/prices", authorization);
    }

    private static void elapse(Duration span) {
        gatehouse.elapse(span);
        edges.isNow(gatehouse.clock().instant());
    }

    private static String edited(String text, int at) {
        return text.substring(0, at) + (text.charAt(at) == 'A' ? 'B' : 'A') + text.substring(at + 1);
    }
}
