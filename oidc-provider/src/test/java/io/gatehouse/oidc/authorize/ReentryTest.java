package io.gatehouse.oidc.authorize;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.authorize.ParkedRequests.Parked;
import io.gatehouse.room.PlaceId;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.site.RequestName;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.value.StoredJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Where an admitted visitor goes: back with a code, or into the site anew. */
class ReentryTest {

    private static final Duration TOO_LONG = Duration.ofMinutes(3);

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.alone.title=Alone",
                    "gatehouse.rooms.shop.claim-window=1d",
                    "gatehouse.rooms.shop.admission-ttl=2d")
            .site("stubborn", "shop", "reentry=false")
            .site("deep", "shop", "allowed-targets=" + SITE + "/sale/", "entries.drop42=" + SITE + "/drop/42")
            .site("apache", "shop", "preset=mod_auth_openidc")
            .site("app", "alone", "public=true", "redirect-uris=com.example.app:/callback")
            .starts()
            .standing();

    /** Longer than a cookie takes. */
    private static final String LONG = "s".repeat(1_700);

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
    }

    @Test
    void givenAYoungRequest_whenTheTurnIsClaimed_thenItIsAnswered() {
        var wait = browser.opens(Login.authorize());
        gatehouse.clock().advance(Duration.ofSeconds(115));

        assertThat(letIn(browser, wait).parameters()).containsKey("code");
    }

    @Test
    void givenAParkedRequest_whenItsCookieIsRead_thenItsSecretsAreNotThereAndItIsAnsweredAllTheSame() {
        var wait = browser.opens(Login.authorize("state", "secret-state", "nonce", "secret-nonce"));

        var carried = browser.cookie(cookieOf("shop"));

        assertThat(carried.split("\\.")).as("a JWE").hasSize(5);
        assertThat(carried).doesNotContain("secret-state", "secret-nonce");
        assertThat(gatehouse
                        .bean(ExpiringStore.class)
                        .get(parked(), gatehouse.clock().instant()))
                .isEmpty();
        assertThat(letIn(browser, wait).parameters()).containsKey("code").containsEntry("state", "secret-state");
    }

    @Test
    void givenARequestThatIsTooLongForACookie_whenTheStoreIsRead_thenItsSecretsAreNotThereAndItIsAnsweredAllTheSame() {
        var wait = browser.opens(Login.authorize("state", LONG, "nonce", "secret-nonce"));
        var store = gatehouse.bean(ExpiringStore.class);

        var kept = new String(store.get(parked(), gatehouse.clock().instant()).orElseThrow(), UTF_8);

        assertThat(kept.split("\\.")).as("a JWE").hasSize(5);
        assertThat(kept).doesNotContain(LONG, "secret-nonce");
        assertThat(letIn(browser, wait).parameters()).containsKey("code").containsEntry("state", LONG);
    }

    @Test
    void givenAStoredRequestThatCannotBeOpened_whenTheTurnIsClaimed_thenTheVisitorEntersAnew() {
        var wait = browser.opens(Login.authorize("state", LONG));
        var store = gatehouse.bean(ExpiringStore.class);
        var now = gatehouse.clock().instant();
        store.put(parked(), "{\"place\":\"p\",\"query\":\"q\"}".getBytes(UTF_8), now.plusSeconds(100), now);

        assertThat(letIn(browser, wait).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenARequestThatANodeOfTheFirstReleaseHasStored_whenTheTurnIsClaimed_thenItIsAnsweredOnce() {
        var wait = browser.opens(Login.authorize());
        var query = Login.authorize("state", "stored").replaceFirst(".*\\?", "");
        var now = gatehouse.clock().instant();
        var parked = JsonMapper.shared()
                .writeValueAsString(Map.of(
                        "name", wait.parameter("request").replaceFirst("\\..*", ""),
                        "session", browser.cookie("gatehouse-session"),
                        "query", query,
                        "parkedAt", now.toEpochMilli()));
        var sealed = new Seal(gatehouse.bean(MasterKey.class), "parked").seal(Map.of("parked", parked));
        gatehouse.bean(ExpiringStore.class).put(parked(), sealed, now.plusSeconds(100), now);
        carries("");

        assertThat(letIn(browser, wait).parameters()).containsKey("code").containsEntry("state", "stored");
        assertThat(continues(browser, wait).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenACookieThatWasAltered_whenTheTurnIsClaimed_thenTheVisitorEntersAnew() {
        var wait = browser.opens(Login.authorize());
        var carried = browser.cookie(cookieOf("shop"));
        var last = carried.length() - 30;
        carries(carried.substring(0, last) + (carried.charAt(last) == 'A' ? 'B' : 'A') + carried.substring(last + 1));

        assertThat(letIn(browser, wait).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenACookieThatWasSealedForAnotherPurpose_whenTheTurnIsClaimed_thenTheVisitorEntersAnew() {
        var wait = browser.opens(Login.authorize());
        var name = wait.parameter("request").replaceFirst("\\..*", "");
        var parked = new Parked(
                name,
                browser.cookie("gatehouse-session"),
                Login.authorize().replaceFirst(".*\\?", ""),
                gatehouse.clock().millis(),
                parked());
        var json = new String(new StoredJson<>(Parked.class).write(parked), UTF_8);
        var master = gatehouse.bean(MasterKey.class);
        gatehouse.letIn("shop", 1);

        carries(new String(new Seal(master, "pushed").seal(Map.of("parked", json)), UTF_8));
        assertThat(continues(browser, wait).url()).isEqualTo(SITE + "/");
        carries(new String(new Seal(master, "parked").seal(Map.of("parked", json)), UTF_8));
        assertThat(continues(browser, wait).parameters()).containsKey("code");
    }

    @Test
    void givenACookieThatWasCopied_whenItComesBackAfterItsAnswer_thenTheVisitorEntersAnew() {
        var wait = browser.opens(Login.authorize());
        var copy = browser.cookie(cookieOf("shop"));
        letIn(browser, wait);
        var afterwards = browser.cookie(cookieOf("shop"));

        carries(copy);

        assertThat(afterwards).isEmpty();
        assertThat(continues(browser, wait).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenACookieOfAnotherVisitor_whenSomeoneGoesOnWithIt_thenTheyDoNotGetItsAnswer() {
        var victim = gatehouse.browser();
        var wait = victim.opens(Login.authorize("state", "of the victim"));
        browser.opens(Login.authorize("state", "of the other"));
        gatehouse.letIn("shop", 2);
        carries(victim.cookie(cookieOf("shop")));

        assertThat(continues(browser, wait).url()).isEqualTo(SITE + "/");
        assertThat(continues(victim, wait).parameters()).containsEntry("state", "of the victim");
    }

    @Test
    void givenAnotherVisitorsRequestOfAStubbornSite_whenSomeoneGoesOnWithIt_thenTheyDoNotGetItsAnswer() {
        var victim = gatehouse.browser();
        var wait = victim.opens(Login.authorize("client_id", "stubborn"));
        browser.opens(Login.authorize());
        gatehouse.letIn("shop", 2);

        assertThat(continues(browser, wait).status()).isEqualTo(200);
        assertThat(continues(victim, wait).parameters()).containsKey("code");
    }

    /** Only the name of the request says the site, and the visitor has it in hand. */
    @Test
    void givenAnOldRequest_whenItsNameIsMadeThatOfASiteThatAnswersAtAnyAge_thenItIsNotAnswered() {
        var wait = browser.opens(Login.authorize());
        gatehouse.clock().advance(TOO_LONG);
        gatehouse.letIn("shop", 1);
        var renamed = wait.parameter("request").replace(".shop", ".stubborn");

        var page = browser.posts("/rooms/shop/continue", Map.of("request", renamed));

        assertThat(renamed).endsWith(".stubborn");
        assertThat(page.status()).isEqualTo(200);
    }

    /** Both travel under one name, and the one that answers at any age lies in the store. */
    @Test
    void givenLoginsOfTwoSitesAtOnce_whenOneAnswersAtAnyAge_thenBothAreAnswered() {
        var stubborn = browser.opens(Login.authorize("client_id", "stubborn"));
        var shop = browser.opens(Login.authorize());

        assertThat(letIn(browser, shop).parameters()).containsKey("code");
        assertThat(continues(browser, stubborn).parameters()).containsKey("code");
    }

    @Test
    void givenCookiesOfEarlierLogins_whenTheyComeBackAfterTheirAnswers_thenNoneIsAnsweredOnceMore() {
        var waits = new ArrayList<Page>();
        var copies = new ArrayList<String>();
        letIn(browser, browser.opens(Login.authorize()));
        for (var login = 0; login < 5; login++) {
            waits.add(browser.opens(Login.authorize("prompt", "login")));
            copies.add(browser.cookie(cookieOf("shop")));
            assertThat(continues(browser, waits.get(login)).parameters()).containsKey("code");
        }

        for (var login = 0; login < 5; login++) {
            carries(copies.get(login));
            assertThat(continues(browser, waits.get(login)).parameters()).doesNotContainKey("code");
            gatehouse.clock().advance(Duration.ofSeconds(20)); // no circle, and still young
            Login.redeem(gatehouse, Login.authorizeCode(browser, "shop"));
        }
    }

    @Test
    void givenARequest_whenManyTabsGoOnWithItAtOnce_thenOneIsAnswered() throws Exception {
        var wait = browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        var calls = new ArrayList<Callable<Page>>();
        for (var call = 0; call < 3; call++) {
            calls.add(() -> browser.posts("/rooms/shop/continue", Map.of("request", wait.parameter("request"))));
        }
        var threads = Executors.newFixedThreadPool(calls.size());
        try {
            var ways = new ArrayList<String>();
            for (var answer : threads.invokeAll(calls)) {
                ways.add(answer.get().header("location"));
            }

            assertThat(ways.stream().filter(way -> way.startsWith("/authorize")))
                    .hasSize(1);
            assertThat(ways).filteredOn(way -> !way.startsWith("/authorize")).containsOnly(SITE + "/");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void givenTwoSitesOfOneCookie_whenTheBrowserGoesOn_thenTheLaterIsAnsweredAndTheOtherEntersAnew() {
        var deep = browser.opens(Login.authorize("client_id", "deep"));
        var apache = browser.opens(Login.authorize("client_id", "apache"));

        assertThat(cookieOf("deep")).isEqualTo(cookieOf("apache"));
        assertThat(letIn(browser, apache).parameters()).containsKey("code");
        assertThat(continues(browser, deep).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenARequestOlderThanTheSitesLimit_whenTheTurnIsClaimed_thenTheVisitorEntersAnew() {
        var wait = browser.opens(Login.authorize());
        gatehouse.clock().advance(Duration.ofSeconds(121));

        var way = letIn(browser, wait);
        var again = browser.opens(Login.authorize("state", "fresh"));

        assertThat(way.url()).isEqualTo(SITE + "/");
        assertThat(again.parameters()).containsKey("code").containsEntry("state", "fresh");
    }

    @Test
    void givenABrowserThatWasClosed_whenItsTabIsRestored_thenTheVisitorEntersAnew() {
        var wait = browser.opens(Login.authorize());

        var way = letIn(browser.closesAndComesBack(), wait);

        assertThat(way.url()).isEqualTo(SITE + "/");
        assertThat(browser.opens(Login.authorize()).parameters()).containsKey("code");
    }

    @Test
    void givenTheSessionOfAnotherBrowser_whenTheTurnIsClaimed_thenTheVisitorEntersAnew() {
        var wait = browser.opens(Login.authorize());
        browser.closesAndComesBack().withCookie("gatehouse-session", "AAAAAAAAAAAAAAAAAAAAAA");

        assertThat(letIn(browser, wait).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenTwoTabs_whenTheOlderOneGoesOn_thenItEntersAnewAndTheNewerOneIsAnswered() {
        var older = browser.opens(Login.authorize("state", "older"));
        var newer = browser.opens(Login.authorize("state", "newer"));

        var first = letIn(browser, older);
        var second = continues(browser, newer);

        assertThat(first.url()).isEqualTo(SITE + "/");
        assertThat(second.parameters()).containsKey("code").containsEntry("state", "newer");
    }

    @Test
    void givenTwoTabs_whenTheOlderOneHasEnteredAndLoggedIn_thenTheNewerOneEntersAnewToo() {
        var older = browser.opens(Login.authorize());
        var newer = browser.opens(Login.authorize());
        letIn(browser, older);
        browser.opens(Login.authorize());

        assertThat(continues(browser, newer).url()).isEqualTo(SITE + "/");
    }

    /** The second tab's request leaves before the first one's cookies are there, and is answered later. */
    @Test
    void givenTwoTabsThatComeAtOnce_whenTheLaterOneGoesOn_thenItEntersAnewAndIsInside() {
        var first = browser.gets(Login.authorize("state", "first"));
        var second = gatehouse.browser();
        var late = second.gets(Login.authorize("state", "second"));
        browser.opens(first.header("location"));
        for (var name : List.of("gatehouse-try-shop", "gatehouse-session", "gatehouse-try")) {
            browser.withCookie(name, second.cookie(name));
        }
        carries(second.cookie(cookieOf("shop")));

        var way = letIn(browser, browser.opens(late.header("location")));

        assertThat(way.url()).isEqualTo(SITE + "/");
        assertThat(browser.opens(Login.authorize()).parameters()).containsKey("code");
    }

    @Test
    void givenTabsOfTwoSites_whenBothGoOn_thenBothAreAnswered() {
        var shop = browser.opens(Login.authorize());
        var deep = browser.opens(Login.authorize("client_id", "deep"));

        assertThat(letIn(browser, shop).parameters()).containsKey("code");
        assertThat(continues(browser, deep).parameters()).containsKey("code");
    }

    @Test
    void givenARequestThatHasBeenAnswered_whenTheVisitorGoesBack_thenTheyEnterAnew() {
        var wait = browser.opens(Login.authorize());
        letIn(browser, wait);

        assertThat(continues(browser, wait).url()).isEqualTo(SITE + "/");
        assertThat(browser.opens("/rooms/shop/enter?request=" + wait.parameter("request"))
                        .url())
                .isEqualTo(SITE + "/");
    }

    @Test
    void givenReentryIsOff_whenAnOldRequestIsClaimed_thenItIsAnsweredAllTheSame() {
        var wait = browser.opens(Login.authorize("client_id", "stubborn"));
        gatehouse.clock().advance(Duration.ofHours(3));

        var answer = letIn(browser, wait);

        assertThat(answer.parameters()).containsKey("code").containsEntry("state", "st+a/t=e");
    }

    @Test
    void givenAnotherVisitorsRequest_whenSomeoneGoesOnWithIt_thenTheyDoNotGetItsAnswer() {
        var victim = browser.opens(Login.authorize("state", "of the victim"));
        var other = gatehouse.browser();
        other.opens(Login.authorize("state", "of the other"));
        gatehouse.letIn("shop", 2);

        var stolen = continues(other, victim);
        var rightful = continues(browser, victim);

        assertThat(stolen.url()).isEqualTo(SITE + "/");
        assertThat(rightful.parameters()).containsKey("code").containsEntry("state", "of the victim");
    }

    @ParameterizedTest
    @ValueSource(strings = {SITE + "/", SITE + "/sale/1?a=b&c=d", SITE + "/a/%C3%BC"})
    void givenADeepLinkIntoTheSite_whenTheVisitorEntersAnew_thenItIsKept(String target) {
        assertThat(enteredAnew("shop", "target_link_uri", target).url()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(strings = {SITE + "/sale/1", SITE + "/sale/", SITE + "/drop/42"})
    void givenADeepLinkThatTheSiteAllows_whenTheVisitorEntersAnew_thenItIsKept(String target) {
        assertThat(enteredAnew("deep", "target_link_uri", target).url()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/",
                "//evil.example/",
                "/\\evil.example",
                "http:\\\\localhost:9\\",
                "http://localhost:9@evil.example/",
                "http://a@localhost:9/",
                "http://localhost:9\\@evil.example/",
                "http://localhost:90/",
                "http://localhost/",
                "https://localhost:9/",
                "http://localhost.evil.example:9/",
                "http://LOCALHOST:9/",
                "javascript:alert(1)",
                "http://localhost:9/a/../b",
                "http://localhost:9/%2e%2e/b",
                "http://localhost:9/a%2fb",
                "http://localhost:9/a\r\nSet-Cookie: x=y",
                "http://localhost:9/ \u00fc",
                "/sale/1",
                "junk",
                " "
            })
    void givenADeepLinkToElsewhere_whenTheVisitorEntersAnew_thenTheyEnterAtTheSitesDoor(String target) {
        assertThat(enteredAnew("shop", "target_link_uri", target).url()).isEqualTo(SITE + "/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {SITE + "/", SITE + "/sales/1", SITE + "/sale", SITE + "/sale/../x", SITE + "/sale/%2e%2e/x"})
    void givenADeepLinkThatTheSiteDoesNotAllow_whenTheVisitorEntersAnew_thenTheyEnterAtTheSitesDoor(String target) {
        assertThat(enteredAnew("deep", "target_link_uri", target).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenAKeyOfTheSite_whenTheVisitorEntersAnew_thenItsDeepLinkIsKept() {
        assertThat(enteredAnew("deep", "entry", "drop42").url()).isEqualTo(SITE + "/drop/42");
    }

    @Test
    void givenAKeyThatTheSiteDoesNotKnow_whenTheVisitorEntersAnew_thenTheyEnterAtTheSitesDoor() {
        assertThat(enteredAnew("deep", "entry", "drop43").url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenAnAlteredRequestName_whenTheVisitorEntersAnew_thenItsDeepLinkIsAllowedAnew() {
        browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);
        var invented = new RequestName("x", "shop", java.util.Optional.of("https://evil.example/")).toString();

        var way = browser.submits("/rooms/shop/continue", Map.of("request", invented));

        assertThat(way.url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenASiteWhoseRedirectUriBeginsLogins_whenTheVisitorEntersAnew_thenItGetsIssuerAndTarget() {
        var way = enteredAnew("apache", "target_link_uri", SITE + "/sale?x=1&y=2");

        assertThat(way.url()).startsWith(SITE + "/callback?iss=");
        assertThat(way.parameters())
                .containsEntry("iss", gatehouse.issuer())
                .containsEntry("target_link_uri", SITE + "/sale?x=1&y=2")
                .hasSize(2);
    }

    @Test
    void givenThreeReentriesInVain_whenAFourthFollows_thenAPageStopsTheCircle() {
        var wait = enteredAnewThrice();

        var stopped = continues(browser, wait);
        gatehouse.clock().advance(TOO_LONG);
        var later = continues(browser, wait);

        assertThat(stopped.status()).isEqualTo(200);
        assertThat(stopped.body()).contains("href=\"" + SITE + "/\"");
        assertThat(later.url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenThreeReentries_whenTheSiteRedeemsACode_thenTheVisitorMayEnterAnewAgain() {
        var wait = enteredAnewThrice();
        Login.redeem(gatehouse, Login.authorizeCode(browser, "shop"));

        assertThat(continues(browser, wait).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenNoEntryIsKnown_whenTheRequestIsTooOld_thenAPageSaysThatTheVisitorIsIn() {
        var wait = browser.opens(Login.authorize(
                "client_id",
                "app",
                "redirect_uri",
                "com.example.app:/callback",
                "code_challenge",
                "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                "code_challenge_method",
                "S256"));
        gatehouse.clock().advance(TOO_LONG);
        gatehouse.letIn("alone", 1);

        var page = browser.submits("/rooms/alone/continue", Map.of("request", wait.parameter("request")));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("Alone").doesNotContain("href=\"com.example");
        assertThat(gatehouse.room("alone").snapshot().admitted()).isEqualTo(1);
    }

    @Test
    void givenASiteThatInsistsOnLogin_whenTheVisitorEntersAnew_thenTheyPassAndTheProofIsOfNow() {
        var wait = browser.opens(Login.authorize("prompt", "login", "max_age", "0"));
        gatehouse.clock().advance(TOO_LONG);
        letIn(browser, wait);
        gatehouse.clock().advance(Duration.ofSeconds(30));
        var now = gatehouse.clock().instant().getEpochSecond();

        var asked = browser.opens(Login.authorize("prompt", "login", "max_age", "0"));
        var answer = browser.submits("/rooms/shop/continue", Map.of("request", asked.parameter("request")));
        var proved = authTime(answer);
        gatehouse.clock().advance(Duration.ofSeconds(30));
        var remembered = authTime(browser.opens(Login.authorize()));

        assertThat(proved).isEqualTo(now);
        assertThat(remembered).isEqualTo(proved);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "junk", "a.b", "x.shop.%%%", "x.nowhere.aaaa"})
    void givenAnInventedRequest_whenAnAdmittedVisitorGoesOn_thenTheyAreNotSentAstray(String request) {
        browser.opens(Login.authorize());
        gatehouse.letIn("shop", 1);

        var page = browser.submits("/rooms/shop/continue", Map.of("request", request));

        assertThat(page.status() == 200 || page.url().equals(SITE + "/")).isTrue();
        assertThat(page.body()).doesNotContain("Exception");
    }

    private Page enteredAnew(String site, String name, String value) {
        var wait = browser.opens(Login.authorize("client_id", site, name, value));
        gatehouse.clock().advance(Duration.ofMinutes(5));
        return letIn(browser, wait);
    }

    private Page enteredAnewThrice() {
        var wait = browser.opens(Login.authorize());
        gatehouse.clock().advance(TOO_LONG);
        gatehouse.letIn("shop", 1);
        for (var times = 0; times < 3; times++) {
            assertThat(continues(browser, wait).url()).isEqualTo(SITE + "/");
        }
        return wait;
    }

    private static Page letIn(Browser visitor, Page wait) {
        gatehouse.letIn("shop", 1);
        return continues(visitor, wait);
    }

    private static Page continues(Browser visitor, Page wait) {
        return visitor.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
    }

    private static long authTime(Page answer) {
        var tokens = Login.redeem(gatehouse, answer.parameter("code"));
        return Login.claims(tokens.text("id_token")).path("auth_time").asLong();
    }

    /** Puts this in the place of the request that the browser carries. */
    private void carries(String sealed) {
        browser.withCookie(cookieOf("shop"), sealed, "/rooms/shop/continue");
        browser.withCookie(cookieOf("shop"), sealed, "/rooms/shop/enter");
    }

    private static String cookieOf(String site) {
        return "gatehouse-request-" + Math.floorMod(site.hashCode(), 3);
    }

    /** Where the request lies that this browser has brought, if it is long. */
    private String parked() {
        var id =
                Login.claims(browser.cookie("gatehouse-place-shop")).path("jti").asString();
        var place = new PlaceId(UUID.fromString(id));
        return "parked:shop:" + gatehouse.bean(MasterKey.class).pseudonym("parked", place.bytes());
    }
}
