package io.gatehouse.flow;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.promise.Promises;
import io.gatehouse.room.NextOpening;
import io.gatehouse.secret.CookieSigner;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.testing.Crowd;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a visitor lives through, from the site's login to the site. */
@Tag("jdk")
class WaitingFlowTest {

    private static final String COOKIE = "gatehouse-place-shop";
    private static final String WAITING = "class=\"(WAITING|NEXT)\"";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.quiet.capacity=100000", "gatehouse.rooms.kept.slot-held=10m")
            .site("quiet", "quiet")
            .starts();

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void emptyTheLine() {
        gatehouse.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.empty()));
        gatehouse.reopens("shop");
    }

    @Test
    void givenAVisitorInLine_whenTheirTurnIsClaimed_thenTheSiteLogsThemIn() {
        var wait = browser.opens(Login.authorize("nonce", "n-1"));
        var before = browser.gets(wait.url()).body();
        gatehouse.letIn("shop", 1);
        var atTurn = browser.gets(wait.url()).body();

        var answer = continues(browser, wait);
        var tokens = Login.redeem(gatehouse, answer.parameter("code"));
        var user = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));

        assertThat(before).containsPattern(WAITING);
        assertThat(atTurn).contains("class=\"TURN\"");
        assertThat(answer.url()).startsWith(SITE + "/callback?");
        assertThat(answer.parameter("state")).isEqualTo("st+a/t=e");
        assertThat(Login.claims(tokens.text("id_token")).path("nonce").asString())
                .isEqualTo("n-1");
        assertThat(user.text("sub"))
                .isEqualTo(Login.claims(tokens.text("id_token")).path("sub").asString());
        Promises.kept("id-token", List.of(Login.claims(tokens.text("id_token"))), claims -> "id-token");
        assertThat(stage(browser)).isEqualTo("ADMITTED");
    }

    @Test
    void givenNoRoomWithTheApiOfAws_whenItIsAsked_thenItsAddressesAreLikeAnyOther() {
        for (var path : List.of("/serving_num", "/api/assign_queue_num")) {
            var answer = browser.gets(path + "?event_id=shop");

            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
        }
    }

    @Test
    void givenNobodyWaits_whenAVisitorComes_thenTheyPassThrough() {
        var answer = browser.opens(Login.authorize("client_id", "quiet"));

        assertThat(answer.isOutside()).isTrue();
        assertThat(answer.parameters()).containsKey("code");
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 32})
    void givenRoomToSpare_whenVisitorsComeSideBySide_thenNoneSeesThePage(int sideBySide) throws Exception {
        for (var come = 0; come < 128; come += sideBySide) {
            var answers = Crowd.of(sideBySide, () -> gatehouse.browser().opens(Login.authorize("client_id", "quiet")));

            assertThat(answers).extracting(Page::url).allMatch(url -> url.startsWith(SITE + "/callback?"));
        }
    }

    @Test
    void givenAVisitorInLine_whenTheyReloadGoBackAndOpenTabs_thenTheyKeepOnePlace() {
        var wait = browser.opens(Login.authorize());

        browser.gets(wait.url());
        browser.opens("/rooms/shop/enter?request=" + wait.parameter("request"));
        browser.opens(Login.authorize("state", "second tab"));
        browser.opens(Login.authorize("prompt", "login", "max_age", "0"));
        browser.opens("/rooms/shop/enter");

        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
        assertThat(position(browser)).isEqualTo(1);
    }

    @Test
    void givenAVisitorInLine_whenManyTabsOpenAtOnce_thenTheyKeepOnePlace() throws Exception {
        browser.opens(Login.authorize());

        var tabs = atOnce(50, () -> browser.opens(Login.authorize()));

        assertThat(tabs).allMatch(page -> page.url().contains("/rooms/shop/wait"));
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    @Test
    void givenAVisitorInLine_whenAnotherBrowserOpensTheirLink_thenItGetsAPlaceOfItsOwn() {
        var wait = browser.opens(Login.authorize());
        var other = gatehouse.browser();

        other.opens("/rooms/shop/enter?request=" + wait.parameter("request"));
        gatehouse.letIn("shop", 1);
        var refused = continues(other, wait);

        assertThat(position(other)).isEqualTo(2);
        assertThat(refused.url()).contains("/rooms/shop/wait");
        assertThat(stage(other)).isEqualTo("WAITING");
    }

    @Test
    void givenAVisitorInLine_whenTheyLeave_thenTheNextLoginTakesANewPlace() {
        var wait = browser.opens(Login.authorize());

        var left = browser.submits("/rooms/shop/leave", Map.of("request", wait.parameter("request")));
        var stage = stage(browser);
        var again = browser.opens(Login.authorize());

        assertThat(left.body()).contains("class=\"LEFT\"");
        assertThat(stage).isEqualTo("LEFT");
        assertThat(again.body()).containsPattern(WAITING);
        assertThat(position(browser)).isEqualTo(2);
    }

    @Test
    void givenASlotThatWasHandedOn_whenItsVisitorComesToAFullRoom_thenTheNextFreePlaceIsTheirs() {
        gatehouse.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.of(1)));
        assertThat(gatehouse.browser().opens(Login.authorize()).isOutside()).isTrue();
        var wait = browser.opens(Login.authorize());
        var other = gatehouse.browser();
        var behind = other.opens(Login.authorize());
        gatehouse.pass(Duration.ofMinutes(10)); // The first visitor never got to the site.
        var end = until(browser);
        gatehouse.pass(Duration.ofSeconds(45));
        var own = stage(browser);
        assertThat(continues(other, behind).isOutside()).isTrue();

        var ready = continues(browser, wait);
        var reloaded = browser.gets(wait.url()).body();
        gatehouse.pass(Duration.ofMinutes(10));
        var left = Duration.between(gatehouse.clock().instant(), until(browser));
        var answer = continues(browser, wait);

        assertThat(own).isEqualTo("TURN");
        assertThat(ready.body()).contains("class=\"READY\"", "One moment, the next free place is yours");
        assertThat(reloaded).contains("class=\"READY\"");
        assertThat(left).as("the window has stood still").isGreaterThan(Duration.ofMinutes(9));
        assertThat(end).isBefore(gatehouse.clock().instant().plus(left));
        assertThat(answer.isOutside()).isTrue();
        assertThat(stage(browser)).isEqualTo("ADMITTED");
    }

    @Test
    void givenALapsedTurn_whenTheVisitorReturns_thenTheyAreCalledOnceMoreAndGetIn() {
        var wait = browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        gatehouse.pass(Duration.ofMinutes(11));
        gatehouse.browser().opens(Login.authorize());
        var lapsed = stage(browser);

        var returning = browser.submits("/rooms/shop/return", Map.of("request", wait.parameter("request")));
        gatehouse.letIn("shop", 2);
        var turn = stage(browser);
        var answer = continues(browser, wait);

        assertThat(lapsed).isEqualTo("LAPSED");
        assertThat(returning.body()).contains("class=\"RETURNING\"");
        assertThat(turn).isEqualTo("TURN");
        assertThat(answer.isOutside()).isTrue();
        assertThat(stage(browser)).isEqualTo("ADMITTED");
    }

    @Test
    void givenALapsedTurn_whenTheVisitorReturnsTooLate_thenItIsOverAndTheNextLoginTakesANewPlace() {
        var wait = browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        var turn = until(browser);
        gatehouse.pass(Duration.ofMinutes(11));
        var returnBy = until(browser);
        gatehouse.pass(Duration.ofMinutes(10));

        var late = browser.submits("/rooms/shop/return", Map.of("request", wait.parameter("request")));
        browser.opens(Login.authorize());

        assertThat(returnBy).isEqualTo(turn.plus(Duration.ofMinutes(10)));
        assertThat(late.body()).contains("class=\"EXPIRED\"");
        assertThat(stage(browser)).isEqualTo("WAITING");
        assertThat(position(browser)).isEqualTo(2);
    }

    @Test
    void givenAVisitorInLine_whenTheyLookForTheirPlaceNowAndThen_thenItIsKeptForDays() {
        var wait = browser.opens(Login.authorize());
        assertThat(wait.body()).contains("kept for 24 hours after you last looked");

        for (var look = 0; look < 3; look++) {
            gatehouse.pass(Duration.ofHours(20));
            assertThat(stage(browser)).isEqualTo("WAITING");
        }

        assertThat(until(browser)).isAfter(gatehouse.clock().instant().plus(Duration.ofHours(23)));
        assertThat(position(browser)).isEqualTo(1);
    }

    @Test
    void givenAVisitorInLine_whenTheyDoNotLookForLong_thenTheirPlaceIsOverAndTheNextLoginTakesANewOne() {
        try (var forgetful = RunningGatehouse.start("gatehouse.rooms.shop.waiting-ttl=10m")) {
            var visitor = forgetful.browser();
            visitor.opens(Login.authorize());
            for (var half = 0; half < 42; half++) {
                forgetful.elapse(Duration.ofSeconds(30));
            }

            await().until(() -> forgetful.room("shop").snapshot().waiting() == 0);
            assertThat(stage(visitor)).isEqualTo("EXPIRED");
            visitor.opens(Login.authorize());

            assertThat(stage(visitor)).isEqualTo("WAITING");
            assertThat(position(visitor)).isEqualTo(2);
        }
    }

    @Test
    void givenALapsedTurn_whenTheVisitorLogsInAgain_thenTheyAreOfferedTheSecondChance() {
        browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        gatehouse.pass(Duration.ofMinutes(11));

        var page = browser.opens(Login.authorize());

        assertThat(page.body()).contains("class=\"LAPSED\"");
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    @Test
    void givenASecondChance_whenItLapsesToo_thenThePlaceIsOverAndTheNextLoginTakesANewOne() {
        var wait = browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        gatehouse.pass(Duration.ofMinutes(11));
        browser.submits("/rooms/shop/return", Map.of("request", wait.parameter("request")));
        gatehouse.letIn("shop", 1);
        gatehouse.pass(Duration.ofMinutes(11));

        browser.submits("/rooms/shop/return", Map.of("request", wait.parameter("request")));
        var over = stage(browser);
        browser.opens("/rooms/shop/enter?request=" + wait.parameter("request"));

        assertThat(over).isEqualTo("EXPIRED");
        assertThat(stage(browser)).isEqualTo("WAITING");
        assertThat(position(browser)).isEqualTo(2);
    }

    @Test
    void givenATurnThatKeepsItsSlot_whenOthersWaitForIt_thenTheVisitorExtendsItOnce() {
        isCalledBeforeAnother("kept");
        var first = until(browser, "kept");

        browser.submits("/rooms/kept/extend", Map.of());
        browser.submits("/rooms/kept/extend", Map.of());

        assertThat(until(browser, "kept")).isEqualTo(first.plus(Duration.ofMinutes(10)));
        assertThat(place(browser, "kept").path("extendable").asBoolean()).isFalse();
    }

    @Test
    void givenATurnThatHandsItsSlotOn_whenOthersWait_thenTheVisitorExtendsItTenTimesAndNobodyWaitsForIt() {
        isCalledBeforeAnother("shop");
        var first = until(browser);

        for (var times = 0; times < 10; times++) {
            assertThat(browser.gets("/rooms/shop/wait").body())
                    .doesNotContainPattern("<form id=\"extend\" data-act=\"extend\" method=\"post\" hidden");
            browser.submits("/rooms/shop/extend", Map.of());
            gatehouse.pass(Duration.ofMinutes(10));
            gatehouse.tick();
        }
        assertThat(browser.gets("/rooms/shop/wait").body())
                .containsPattern("<form id=\"extend\" data-act=\"extend\" method=\"post\" hidden");
        browser.submits("/rooms/shop/extend", Map.of());

        assertThat(until(browser)).isEqualTo(first.plus(Duration.ofMinutes(100)));
        assertThat(place(browser).path("extendable").asBoolean()).isFalse();
        assertThat(gatehouse.room("shop").snapshot().serving())
                .as("the slot was handed on")
                .isEqualTo(2);
    }

    /** With one slot, for which another visitor waits. */
    private void isCalledBeforeAnother(String room) {
        gatehouse.reopens(room);
        gatehouse.room(room).change(settings -> settings.at(Optional.empty(), OptionalLong.empty()));
        browser.opens("/rooms/" + room + "/enter");
        gatehouse.browser().opens("/rooms/" + room + "/enter");
        gatehouse.room(room).change(settings -> settings.at(Optional.empty(), OptionalLong.of(1)));
        gatehouse.tick();
    }

    @Test
    void givenATurnThatNobodyWaitsFor_whenTheVisitorExtendsElevenTimes_thenItIsExtendedTenTimes() {
        var wait = browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        var first = until(browser);

        for (var times = 0; times < 10; times++) {
            assertThat(place(browser).path("extendable").asBoolean()).isTrue();
            needsMoreTime(wait);
            needsMoreTime(wait); // changes nothing while more than a window is left
            gatehouse.pass(Duration.ofMinutes(10).minusSeconds(1));
        }
        needsMoreTime(wait);

        assertThat(until(browser)).isEqualTo(first.plus(Duration.ofMinutes(100)));
        assertThat(place(browser).path("extendable").asBoolean()).isFalse();
    }

    @Test
    void givenASecondTurn_whenTheVisitorNeedsMoreTime_thenTheyGetIt() {
        var wait = browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        needsMoreTime(wait);
        gatehouse.pass(Duration.ofMinutes(21));
        browser.submits("/rooms/shop/return", Map.of("request", wait.parameter("request")));
        gatehouse.letIn("shop", 1);
        var second = until(browser);

        needsMoreTime(wait);

        assertThat(until(browser)).isEqualTo(second.plus(Duration.ofMinutes(10)));
    }

    private void needsMoreTime(Browser.Page wait) {
        browser.submits("/rooms/shop/extend", Map.of("request", wait.parameter("request")));
    }

    @Test
    void givenAnAdmissionThatHasRunOut_whenTheVisitorLogsInAgain_thenTheyTakeANewPlace() {
        Login.redeem(gatehouse, admitted(browser).parameter("code"));
        gatehouse.pass(Duration.ofMinutes(61));

        var ended = stage(browser);
        var again = browser.opens(Login.authorize());

        assertThat(ended).isEqualTo("EXPIRED");
        assertThat(again.url()).contains("/rooms/shop/wait");
        assertThat(position(browser)).isEqualTo(2);
    }

    @Test
    void givenAnAdmissionThatHasRunOut_whenManyTabsLogInAtOnce_thenTheyTakeOneNewPlace() throws Exception {
        Login.redeem(gatehouse, admitted(browser).parameter("code"));
        gatehouse.pass(Duration.ofMinutes(61));

        atOnce(20, () -> browser.opens(Login.authorize()));

        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(2);
    }

    @Test
    void givenACodeThatNobodyRedeems_whenTheClaimWindowEnds_thenTheSlotIsGivenBack() {
        admitted(browser);

        gatehouse.pass(Duration.ofMinutes(11));

        assertThat(stage(browser)).isEqualTo("ABANDONED");
        assertThat(gatehouse.room("shop").snapshot().admitted()).isZero();
    }

    @Test
    void givenANewOpening_whenAVisitorOfTheOldOneLooks_thenTheyAreToldAndMayTakeANewPlace() {
        var wait = browser.opens(Login.authorize());
        var old = place(browser).path("opening").asLong();
        gatehouse.room("shop").open(NextOpening.following(old));
        gatehouse.tick();

        var page = browser.gets(wait.url());
        var over = place(browser);
        var entered = browser.opens("/rooms/shop/enter?request=" + wait.parameter("request"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("/rooms/shop/enter?request=");
        assertThat(over.path("stage").asString()).isEqualTo("EXPIRED");
        assertThat(entered.body()).containsPattern(WAITING);
        assertThat(place(browser).path("opening").asLong()).isEqualTo(old + 1);
    }

    @Test
    void givenATurn_whenItIsClaimedManyTimesAtOnce_thenThereIsOneAdmissionAndOneAnswer() throws Exception {
        var wait = browser.opens(Login.authorize());
        gatehouse.browser().opens(Login.authorize());
        gatehouse.letIn("shop", 1);

        var pages =
                atOnce(200, () -> browser.posts("/rooms/shop/continue", Map.of("request", wait.parameter("request"))));

        assertThat(gatehouse.room("shop").snapshot().admitted()).isEqualTo(1);
        assertThat(pages.stream().filter(page -> page.header("location").startsWith("/authorize?")))
                .hasSize(1);
        assertThat(pages).allMatch(page -> page.status() == 303 || page.status() == 200);
    }

    @Test
    void givenItIsNotTheirTurn_whenAVisitorContinues_thenTheyGoOnWaiting() {
        var wait = browser.opens(Login.authorize());

        var page = continues(browser, wait);

        assertThat(page.body()).containsPattern(WAITING);
    }

    @Test
    void givenCookiesAreBlocked_whenAVisitorComes_thenAPageSaysSoAndNoPlaceIsTaken() {
        var page = browser.blockingCookies().opens(Login.authorize());

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.url()).contains("/rooms/shop/enter");
        assertThat(page.body()).containsIgnoringCase("cookies").contains("/rooms/shop/enter?request=");
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Purpose, prefetch",
        "Sec-Purpose, prefetch;prerender",
        "Purpose, prefetch",
        "X-Moz, prefetch",
        "Sec-Fetch-Dest, image",
        "Sec-Fetch-Dest, iframe",
        "Sec-Fetch-Dest, empty",
        "Sec-Fetch-Mode, cors",
        "Sec-Fetch-Mode, no-cors",
        "X-Requested-With, XMLHttpRequest",
        "Accept, image/avif",
        "Accept, application/json"
    })
    void givenSomethingElseThanANavigation_whenItAsks_thenItGetsNoPlace(String header, String value) {
        for (var address : List.of(Login.authorize(), "/rooms/shop/enter?request=x")) {
            var page = browser.sends(
                    browser.request(address).setHeader(header, value).GET().build());

            assertThat(page.status()).isEqualTo(401);
            assertThat(page.header("cache-control")).isEqualTo("no-store");
            assertThat(page.header("vary")).contains("Sec-Fetch-Mode", "Accept");
            assertThat(page.header("set-cookie") + page.body()).isEmpty();
        }
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
    }

    @Test
    void givenAProbe_whenItAsksByHead_thenItGetsNoPlace() {
        browser.opens("/rooms/shop/wait"); // has no cookie, takes none
        for (var address : List.of(Login.authorize(), "/rooms/shop/enter?request=x", "/authorize")) {
            var page = browser.sends(browser.request(address)
                    .method("HEAD", BodyPublishers.noBody())
                    .build());

            assertThat(page.status()).isEqualTo(401);
            assertThat(page.header("cache-control")).isEqualTo("no-store");
            assertThat(page.header("vary")).contains("Sec-Fetch-Mode", "Accept");
            assertThat(page.header("set-cookie")).isEmpty();
        }
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"junk", "", "a.b.c", "eyJhbGciOiJub25lIn0.eyJhdWQiOiJzaG9wIn0.", "\"'<script>"})
    void givenAForgedCookie_whenTheVisitorComes_thenItCountsAsNone(String value) {
        expectToCountAsNone(value);
    }

    @Test
    void givenAnAlteredCookie_whenTheVisitorComes_thenItCountsAsNone() {
        var other = gatehouse.browser();
        other.opens(Login.authorize("client_id", "quiet"));
        var parts = other.cookie("gatehouse-place-quiet").split("\\.", -1);
        var claims = new String(Base64.getUrlDecoder().decode(parts[1]), UTF_8).replace("quiet", "shop");
        var altered = Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(UTF_8));

        expectToCountAsNone(parts[0] + "." + altered + "." + parts[2]);
    }

    @Test
    void givenACookieOfAnotherRoom_whenTheVisitorComes_thenItCountsAsNone() {
        var other = gatehouse.browser();
        other.opens(Login.authorize("client_id", "quiet"));

        expectToCountAsNone(other.cookie("gatehouse-place-quiet"));
    }

    @Test
    void givenACookieOfAnotherInstallation_whenTheVisitorComes_thenItCountsAsNone() {
        expectToCountAsNone(signed(new MasterKey(new byte[32]), Instant.now().plusSeconds(1_000)));
    }

    @Test
    void givenACookieThatHasExpired_whenTheVisitorComes_thenItCountsAsNone() {
        expectToCountAsNone(
                signed(gatehouse.bean(MasterKey.class), Instant.now().minusSeconds(1)));
    }

    @Test
    void givenACookieOfThisInstallation_whenItIsValid_thenItIsBelieved() {
        var id = signed(
                gatehouse.bean(MasterKey.class), gatehouse.clock().instant().plusSeconds(1_000));

        browser.withCookie(COOKIE, id).opens(Login.authorize());

        assertThat(position(browser)).isEqualTo(1);
    }

    @Test
    void givenAnotherSitePressesAButton_whenItPosts_thenItIsRefused() {
        var wait = browser.opens(Login.authorize());

        var page = browser.sends(browser.request("/rooms/shop/leave")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", "https://evil.example")
                .POST(BodyPublishers.ofString("request=" + wait.parameter("request")))
                .build());

        assertThat(page.status()).isEqualTo(403);
        assertThat(stage(browser)).isEqualTo("WAITING");
    }

    @Test
    void givenAVisitorOfTwoRooms_whenTheyComeBack_thenEachKnowsTheirPlace() {
        browser.opens(Login.authorize("client_id", "quiet"));
        browser.opens(Login.authorize());

        assertThat(browser.opens(Login.authorize("client_id", "quiet")).parameters())
                .containsKey("code");
        assertThat(position(browser)).isEqualTo(1);
    }

    @Test
    void givenNoPlace_whenTheWaitingPageIsOpened_thenItOffersOne() {
        var page = browser.opens("/rooms/shop/wait");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("/rooms/shop/enter");
        assertThat(browser.opens("/rooms/shop/place").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"enter", "wait"})
    void givenAnUnknownRoom_whenAVisitorGoesThere_thenAPageOfOursSaysSo(String path) {
        var page = browser.opens("/rooms/nowhere/" + path);

        assertThat(page.status()).isEqualTo(404);
        assertThat(page.header("content-type")).startsWith("text/html");
    }

    @ParameterizedTest
    @CsvSource({
        "/, 200, This is a waiting room",
        "/index.php, 404, There is nothing here",
        "/rooms/shop/continue, 405, There is nothing here",
        "/token, 405, There is nothing here"
    })
    void givenAnAddressWithNothingToSee_whenAsked_thenAPersonGetsAPageAndAProgramNone(
            String path, int status, String headline) {
        var person = browser.gets(path);
        var program = Login.get(gatehouse.issuer() + path, "");

        assertThat(person.status()).isEqualTo(status);
        assertThat(person.body()).contains("<h1>" + headline);
        assertThat(program.status()).isEqualTo(path.equals("/") ? 404 : status);
        assertThat(program.header("content-type")).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"dark", "{\"a\":\"b, c\"}", "a=b=c", "\u00fc"})
    void givenACookieOfSomebodyElseThatIsBroken_whenTheVisitorComes_thenTheirPlaceIsFoundAllTheSame(String value) {
        var wait = browser.withCookie("a-theme", value).opens(Login.authorize());

        browser.opens(Login.authorize());

        assertThat(wait.body()).containsPattern(WAITING);
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    private static void expectToCountAsNone(String cookie) {
        var visitor = gatehouse.browser().withCookie(COOKIE, cookie);

        assertThat(visitor.opens("/rooms/shop/place").status()).isEqualTo(404);
        assertThat(visitor.opens("/rooms/shop/wait").status()).isEqualTo(200);
        assertThat(visitor.submits("/rooms/shop/continue", Map.of()).status()).isEqualTo(200);
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
        assertThat(visitor.opens(Login.authorize()).body()).containsPattern(WAITING);
        assertThat(position(visitor)).isEqualTo(1);
    }

    private static String signed(MasterKey master, Instant until) {
        return new CookieSigner(master, "place-cookie")
                .sign(new JWTClaimsSet.Builder()
                        .jwtID(UUID.randomUUID().toString())
                        .audience("shop")
                        .claim("opening", 1)
                        .claim("position", 1)
                        .claim("joined", 1)
                        .expirationTime(Date.from(until))
                        .build());
    }

    private static Page admitted(Browser visitor) {
        var wait = visitor.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        return continues(visitor, wait);
    }

    private static Page continues(Browser visitor, Page wait) {
        return visitor.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
    }

    private static JsonNode place(Browser visitor) {
        return place(visitor, "shop");
    }

    private static JsonNode place(Browser visitor, String room) {
        return new JsonMapper()
                .readTree(visitor.gets("/rooms/" + room + "/place").body());
    }

    private static String stage(Browser visitor) {
        return place(visitor).path("stage").asString();
    }

    private static long position(Browser visitor) {
        return place(visitor).path("position").asLong();
    }

    private static Instant until(Browser visitor) {
        return until(visitor, "shop");
    }

    private static Instant until(Browser visitor, String room) {
        return Instant.parse(place(visitor, room).path("until").asString());
    }

    private static <T> List<T> atOnce(int times, Callable<T> call) throws Exception {
        var threads = Executors.newFixedThreadPool(32);
        try {
            var calls = new ArrayList<Callable<T>>();
            for (var index = 0; index < times; index++) {
                calls.add(call);
            }
            var results = new ArrayList<T>();
            for (Future<T> done : threads.invokeAll(calls)) {
                results.add(done.get());
            }
            return results;
        } finally {
            threads.shutdown();
        }
    }
}
