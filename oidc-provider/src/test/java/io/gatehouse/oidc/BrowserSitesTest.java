package io.gatehouse.oidc;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.http.BrowserSites;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A site that is a program in the browser, and the pages of any site that ask for their visitor's visit: what
 * they may call from where, as the browser would ask.
 */
class BrowserSitesTest {

    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    private static final String APP = "https://app.example";
    private static final String BROKER = "https://broker.example";
    private static final String FAIR = "https://fair.example";
    private static final String VISIT = "/rooms/shop/visit";
    private static final String TOKEN = "a-token-for-those-who-register";
    private static final String ALLOWED = "access-control-allow-origin";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000",
                    "gatehouse.rooms.fair.capacity=100000",
                    "gatehouse.rooms.fair.admission-renewal=20m up to 90m",
                    "gatehouse.rooms.fair.grace=5m",
                    "gatehouse.registration.token=" + TOKEN,
                    "gatehouse.registration.room=shop")
            .site("app", "shop", "public=true", "redirect-uris=" + APP + ":443/callback,com.example.app:/callback")
            .site("fair", "fair", "redirect-uris=" + BROKER + "/callback", "entry=" + FAIR + "/")
            .starts();

    private final Browser browser = gatehouse.browser();

    @Test
    void givenTheAppsOwnPage_whenItLogsItsVisitorInAndOut_thenItCanReadEachAnswer() {
        var code = Login.authorizeCode(
                browser,
                "app",
                "redirect_uri",
                APP + ":443/callback",
                "code_challenge",
                CHALLENGE,
                "code_challenge_method",
                "S256");
        var form = new HashMap<>(Map.of(
                "grant_type",
                "authorization_code",
                "client_id",
                "app",
                "code",
                code,
                "redirect_uri",
                APP + ":443/callback",
                "code_verifier",
                VERIFIER));

        var tokens = posts("/token", APP, form);
        var access =
                new JsonMapper().readTree(tokens.body()).path("access_token").asString("");
        var user = userinfo(access, APP);
        var again = posts("/token", APP, form);
        var revoked = posts("/revoke", APP, Map.of("client_id", "app", "token", access));

        for (var page : List.of(tokens, user, again, revoked)) {
            assertThat(page.header(ALLOWED)).isEqualTo(APP);
            assertThat(page.header("vary")).contains("Origin");
            assertThat(page.headers()).doesNotContainKey("access-control-allow-credentials");
        }
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(user.status()).isEqualTo(200);
        assertThat(again.status()).isEqualTo(400);
        assertThat(revoked.status()).isEqualTo(200);
    }

    @Test
    void givenAPublicSite_whenItGivesItsTokenBack_thenTheVisitIsOver() {
        var access = access("https://app.example:443/callback");

        var foreign = posts("/revoke", APP, Map.of("client_id", "app", "token", shops()));
        var before = userinfo(access, APP).status();
        posts("/revoke", APP, Map.of("client_id", "app", "token", access));

        assertThat(foreign.status()).isEqualTo(401);
        assertThat(before).isEqualTo(200);
        assertThat(userinfo(access, APP).status()).isEqualTo(401);
        assertThat(browser.gets("/rooms/shop/place").body()).contains("COMPLETED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"client_id=shop&token=x", "client_id=nobody&token=x", "token=x"})
    void givenASiteWithASecret_whenATokenIsGivenBackWithoutIt_thenThatIsRefused(String form) {
        assertThat(posts("/revoke", "", Browser.parameters("?" + form)).status())
                .isEqualTo(401);
    }

    @Test
    void givenAPublicSite_whenItIntrospects_thenItIsRefused() {
        assertThat(posts("/introspect", APP, Map.of("client_id", "app", "token", "x"))
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/token", "/userinfo", "/userInfo", "/revoke", "/device_authorization"})
    void givenTheAppsOwnPage_whenItsBrowserAsksFirst_thenItMay(String path) {
        var answer = asks(path, APP);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header(ALLOWED)).isEqualTo(APP);
        assertThat(answer.header("access-control-allow-methods")).contains("GET", "POST");
        assertThat(answer.header("access-control-allow-headers")).containsIgnoringCase("authorization");
        assertThat(answer.headers()).doesNotContainKey("access-control-allow-credentials");
    }

    @Test
    void givenAnAppThatHasRegistered_whenItsBrowserAsksFirst_thenItMay() {
        var before = asks("/token", "https://new.example");

        registers("https://new.example/callback", "none");
        registers("https://server.example/callback", "client_secret_basic");

        assertThat(before.headers()).doesNotContainKey(ALLOWED);
        assertThat(asks("/token", "https://new.example").header(ALLOWED)).isEqualTo("https://new.example");
        assertThat(asks("/token", "https://server.example").headers()).doesNotContainKey(ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SITE,
                "null",
                "http://app.example",
                "https://app.example:8443",
                "https://app.example.evil.example",
                "https://evil-app.example",
                "https://APP.example",
                "com.example.app:"
            })
    void givenAnyOtherPage_whenItCalls_thenItsBrowserDoesNotHandItTheAnswer(String origin) {
        for (var path : BrowserSites.paths()) {
            assertThat(asks(path, origin).headers()).doesNotContainKey(ALLOWED);
        }
        assertThat(userinfo("junk", origin).headers()).doesNotContainKey(ALLOWED);

        var tokens = posts("/token", origin, Map.of("grant_type", "authorization_code", "code", "x"));
        assertThat(tokens.headers()).doesNotContainKey(ALLOWED);
        assertThat(tokens.status()).as("served as ever").isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/authorize", "/introspect", "/logout", "/panel/api/rooms", "/rooms/shop/place"})
    void givenTheAppsOwnPage_whenItCallsWhatIsNotForIt_thenItsBrowserDoesNotHandItTheAnswer(String path) {
        assertThat(asks(path, APP).headers()).doesNotContainKey(ALLOWED);
        assertThat(posts(path, APP, Map.of()).headers()).doesNotContainKey(ALLOWED);
    }

    @Test
    void givenAVisitorInside_whenAPageOfTheSiteAsks_thenItCanReadWhenTheVisitEnds() {
        var user = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + shops());
        var visit = user.text("visit");

        var answer = asksFor(VISIT + "?ui_locales=ar", visit, SITE);
        var view = new JsonMapper().readTree(answer.body());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header(ALLOWED)).isEqualTo(SITE);
        assertThat(answer.headers()).doesNotContainKeys("access-control-allow-credentials", "set-cookie");
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
        var ends = Instant.parse(view.path("endsAt").asString());
        assertThat(ends.getEpochSecond())
                .isEqualTo(user.json().path("expires_at").asLong());
        assertThat(view.path("lastEnd").asString())
                .isEqualTo(view.path("endsAt").asString());
        assertThat(view.path("secondsLeft").asLong())
                .isEqualTo(Duration.between(Instant.parse(view.path("now").asString()), ends)
                        .toSeconds());
        assertThat(view.path("words").path("dir").asString()).isEqualTo("rtl");
        assertThat(view.path("words").path("minutes").size()).isEqualTo(11);
        assertThat(asksFor(VISIT, visit, APP).header(ALLOWED)).isEqualTo(APP);
    }

    @Test
    void givenARoomThatRenewsNoVisit_whenAVisitorWouldLikeToStay_thenItIsRefusedAndTheEndIsAsItWas() {
        var visit = visit("shop");
        var before = endOf(visit);

        var answer = stays(VISIT, visit, SITE);

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body()).contains("problems#not-renewed");
        assertThat(endOf(visit)).isEqualTo(before);
    }

    @Test
    void givenARoomThatRenewsVisits_whenAVisitorStaysAgainAndAgain_thenTheEndMovesUpToTheLast() {
        var visit = visit("fair");
        var path = "/rooms/fair/visit";
        var first = read(asksFor(path, visit, FAIR));
        assertThat(first.has("renewableUntil")).as("the end would not move").isFalse();
        assertThat(first.path("words").path("then").asString())
                .as("that they would have to wait again")
                .isEmpty();
        assertThat(read(stays(path, visit, FAIR)).path("endsAt")).isEqualTo(first.path("endsAt"));
        assertThat(moment(first, "lastEnd")).isEqualTo(moment(first, "endsAt").plus(Duration.ofMinutes(30)));

        gatehouse.pass(Duration.ofMinutes(55));
        var offered = read(asksFor(path, visit, FAIR));
        var stayed = read(stays(path, visit, FAIR));
        gatehouse.pass(Duration.ofMinutes(18));
        var last = read(stays(path, visit, FAIR));

        assertThat(Duration.between(moment(offered, "renewableUntil"), moment(stayed, "endsAt")))
                .isBetween(Duration.ZERO, Duration.ofSeconds(30));
        assertThat(stayed.path("secondsLeft").asLong()).isBetween(1_190L, 1_200L);
        assertThat(moment(last, "endsAt")).isEqualTo(moment(first, "lastEnd"));
        assertThat(last.has("renewableUntil")).isFalse();
        gatehouse.pass(Duration.ofMinutes(18));
        assertThat(stays(path, visit, FAIR).status()).isEqualTo(404);
    }

    private static JsonNode read(Page answer) {
        assertThat(answer.status()).isEqualTo(200);
        return new JsonMapper().readTree(answer.body());
    }

    private static Instant moment(JsonNode view, String member) {
        return Instant.parse(view.path(member).asString());
    }

    @Test
    void givenAnythingButTheVisitsOwnValue_whenAPageAsks_thenItIsToldSoAndLearnsNothing() {
        var tokens = Login.redeem(gatehouse, Login.authorizeCode(browser, "shop"));
        var visit = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                .text("visit");
        var ends = endOf(visit);
        var parts = visit.split("\\.", -1);
        var others = visit("shop").split("\\.", -1);

        for (var value : List.of(
                "",
                "x",
                "....",
                "a.b.c.d.e",
                visit + "A",
                visit.substring(1),
                parts[0] + "." + parts[1],
                parts[0] + "." + parts[1] + "." + "A".repeat(43),
                parts[0] + "0." + parts[1] + "." + parts[2],
                parts[0] + "." + others[1] + "." + parts[2],
                others[0] + "." + parts[1] + "." + others[2],
                "x".repeat(4_000),
                tokens.text("id_token"),
                tokens.text("access_token"),
                visit("fair"))) {
            for (var answer : List.of(asksFor(VISIT, value, SITE), stays(VISIT, value, SITE))) {
                assertThat(answer.status()).as(value).isEqualTo(401);
                assertThat(answer.header("www-authenticate")).startsWith("Bearer realm=");
                assertThat(answer.header("content-type")).startsWith("application/problem+json");
                assertThat(answer.header(ALLOWED)).isEqualTo(SITE);
                assertThat(answer.body()).contains("problems#not-a-visit").doesNotContain("endsAt");
            }
        }
        assertThat(asksFor("/rooms/fair/visit", visit, FAIR).status()).isEqualTo(401);
        assertThat(asksFor("/rooms/none/visit", visit, SITE).status()).isEqualTo(404);
        assertThat(browser.gets(VISIT).status()).as("the place's cookie").isEqualTo(401);
        assertThat(endOf(visit)).isEqualTo(ends);
    }

    @Test
    void givenTheValueOfAVisit_whenItIsShownElsewhere_thenItIsNoToken() {
        var visit = visit("shop");

        assertThat(userinfo(visit, SITE).status()).isEqualTo(401);
        assertThat(asksFor("/verify?room=shop", visit, SITE).status()).isEqualTo(401);
        assertThat(browser.gets("/logout?id_token_hint=" + visit).status()).isEqualTo(400);
        assertThat(posts("/revoke", APP, Map.of("client_id", "app", "token", visit))
                        .status())
                .isEqualTo(200);
        assertThat(endOf(visit)).isNotEmpty();
    }

    @Test
    void givenAVisitThatIsOver_whenAPageAsks_thenItIsToldInTheVisitorsLanguage() {
        var loggedOut = access("https://app.example:443/callback");
        var visit = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + loggedOut)
                .text("visit");
        posts("/revoke", APP, Map.of("client_id", "app", "token", loggedOut));
        var byTime = visit("shop");
        gatehouse.pass(Duration.ofHours(1));

        for (var over : List.of(visit, byTime)) {
            for (var answer : List.of(asksFor(VISIT + "?ui_locales=de", over, SITE), stays(VISIT, over, SITE))) {
                assertThat(answer.status()).isEqualTo(404);
                assertThat(answer.body()).contains("problems#visit-over");
            }
        }
        assertThat(asksFor(VISIT + "?ui_locales=de", visit, SITE).body()).contains("Ihr Besuch ist beendet");
    }

    @ParameterizedTest
    @ValueSource(strings = {FAIR, "null", "https://localhost:9", SITE + ".evil.example", "https://evil.example"})
    void givenAPageThatIsNotOfTheRoomsSites_whenItAsksForAVisit_thenItsBrowserDoesNotHandItTheAnswer(String origin) {
        var visit = visit("shop");

        for (var answer : List.of(asks(VISIT, origin), asksFor(VISIT, visit, origin), stays(VISIT, visit, origin))) {
            assertThat(answer.headers()).doesNotContainKey(ALLOWED);
        }
        for (var own : List.of(FAIR, BROKER)) {
            assertThat(asks("/rooms/fair/visit", own).header(ALLOWED)).isEqualTo(own);
            assertThat(asks("/rooms/fair/visit", own).headers()).doesNotContainKey("access-control-allow-credentials");
        }
    }

    /** The claim of a new visitor who is inside. */
    private static String visit(String site) {
        var callback = site.equals("fair") ? BROKER + "/callback" : SITE + "/callback";
        var code = Login.authorizeCode(gatehouse.browser(), site, "redirect_uri", callback);
        var form = Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", callback);
        var tokens = Login.post(gatehouse.issuer() + "/token", Login.basic(site, RunningGatehouse.SECRET), form);
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                .text("visit");
    }

    private String endOf(String visit) {
        return new JsonMapper()
                .readTree(asksFor(VISIT, visit, SITE).body())
                .path("endsAt")
                .asString("");
    }

    private Page asksFor(String path, String visit, String origin) {
        return shows(path, visit, origin, "GET");
    }

    private Page stays(String path, String visit, String origin) {
        return shows(path, visit, origin, "POST");
    }

    private static Page shows(String path, String visit, String origin, String method) {
        var request = HttpRequest.newBuilder(URI.create(gatehouse.issuer() + path))
                .header("Origin", origin)
                .method(method, HttpRequest.BodyPublishers.noBody());
        return gatehouse
                .browser()
                .sends((visit.isEmpty() ? request : request.header("Authorization", "Bearer " + visit)).build());
    }

    private static void registers(String redirectUri, String method) {
        var metadata =
                "{\"redirect_uris\":[\"%s\"],\"token_endpoint_auth_method\":\"%s\"}".formatted(redirectUri, method);
        var answer = gatehouse
                .browser()
                .sends(HttpRequest.newBuilder(URI.create(gatehouse.issuer() + "/register"))
                        .header("Authorization", "Bearer " + TOKEN)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(metadata))
                        .build());
        assertThat(answer.status()).isEqualTo(201);
    }

    private String access(String redirectUri) {
        var code = Login.authorizeCode(
                browser,
                "app",
                "redirect_uri",
                redirectUri,
                "code_challenge",
                CHALLENGE,
                "code_challenge_method",
                "S256");
        return Login.post(
                        gatehouse.issuer() + "/token",
                        "",
                        Map.of(
                                "grant_type", "authorization_code",
                                "client_id", "app",
                                "code", code,
                                "redirect_uri", redirectUri,
                                "code_verifier", VERIFIER))
                .text("access_token");
    }

    private static String shops() {
        return Login.redeem(gatehouse, Login.authorizeCode(gatehouse.browser(), "shop"))
                .text("access_token");
    }

    private Page asks(String path, String origin) {
        return gatehouse
                .browser()
                .sends(HttpRequest.newBuilder(URI.create(gatehouse.issuer() + path))
                        .header("Origin", origin)
                        .header("Access-Control-Request-Method", "POST")
                        .header("Access-Control-Request-Headers", "authorization")
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                        .build());
    }

    private Page posts(String path, String origin, Map<String, String> form) {
        var request = HttpRequest.newBuilder(URI.create(gatehouse.issuer() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(Browser.form(form)));
        return gatehouse.browser().sends((origin.isEmpty() ? request : request.header("Origin", origin)).build());
    }

    private Page userinfo(String token, String origin) {
        return gatehouse
                .browser()
                .sends(HttpRequest.newBuilder(URI.create(gatehouse.issuer() + "/userinfo"))
                        .header("Authorization", "Bearer " + token)
                        .header("Origin", origin)
                        .GET()
                        .build());
    }
}
