package io.gatehouse.oidc.device;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices without a browser of their own, which go in with the visitor who enters their code (RFC 8628). */
class DeviceTest {

    private static final int AT_ONCE = 16;
    private static final int DEVICES = 32;
    private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000",
                    "gatehouse.rooms.line.title=Line",
                    "gatehouse.rooms.line.waiting-ttl=7d",
                    "gatehouse.rooms.brief.waiting-ttl=1h")
            .site("tv", "line", "device=true")
            .site("kiosk", "line", "device=true", "refresh=true", "access-token=jwt")
            .site("app", "line", "device=true", "public=true")
            .site("open", "shop", "device=true")
            .site("radio", "brief", "device=true")
            .site("browsers", "line")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("line");
        gatehouse.tick();
    }

    @Test
    void givenOtherScopesThanOpenid_whenADeviceAsks_thenTheScopeIsInvalid() {
        expect(codes("tv", "scope", "profile groups"), "invalid_scope");
    }

    @Test
    void givenACodeThatIsBoundToAPlace_whenAnotherPlaceBindsIt_thenItIsRefused() {
        var codes = codes("tv");
        var devices = gatehouse.bean(DeviceCodes.class);
        var code = UserCode.parse(codes.text("user_code")).orElseThrow();
        var room = gatehouse.room("line");
        var place = io.gatehouse.room.PlaceId.of(bytes(7));
        var other = io.gatehouse.room.PlaceId.of(bytes(8));

        var first = devices.bind(code, room.id(), place, 1);
        var another = devices.bind(code, room.id(), other, 1);

        assertThat(first).isPresent();
        assertThat(another).isEmpty();
    }

    @Test
    void givenADevice_whenItAsksForCodes_thenTheAnswerIsAsTheStandardSaysAndNoPlaceIsTaken() {
        var answer = codes("tv");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("cache-control")).contains("no-store");
        assertThat(answer.text("device_code")).matches("[A-Za-z0-9_-]{43}");
        assertThat(answer.text("user_code")).matches("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}");
        assertThat(answer.text("verification_uri")).isEqualTo(gatehouse.issuer() + "/device");
        assertThat(answer.text("verification_uri_complete"))
                .isEqualTo(gatehouse.issuer() + "/device?user_code=" + answer.text("user_code"));
        assertThat(answer.json().path("expires_in").asLong()).isEqualTo(86_400);
        assertThat(answer.json().path("user_code_expires_in").asLong()).isEqualTo(900);
        assertThat(answer.json().path("interval").asLong()).isEqualTo(5);
        assertThat(gatehouse.room("line").snapshot().issued()).isZero();
    }

    @Test
    void givenASiteWithDevices_whenTheDocumentIsRead_thenItSaysWhereTheyAsk() {
        var document = Login.get(gatehouse.issuer() + "/.well-known/openid-configuration", "")
                .json();

        assertThat(document.path("device_authorization_endpoint").asString())
                .isEqualTo(gatehouse.issuer() + "/device_authorization");
        assertThat(document.path("grant_types_supported").toString()).contains(GRANT);
        assertThat(Login.get(gatehouse.issuer() + "/device_authorization", "").status())
                .isEqualTo(405);
    }

    @Test
    void givenADeviceInLine_whenItsVisitorsTurnIsClaimed_thenItGetsTokensAsABrowserWould() {
        var codes = codes("tv", "scope", "openid email room");
        gatehouse.browser().opens(Login.authorize("client_id", "browsers"));

        var before = poll("tv", codes);
        var asked = browser.opens(codes.text("verification_uri_complete"));
        var wait = confirms(codes);
        gatehouse.clock().advance(Duration.ofSeconds(5));
        var waiting = poll("tv", codes);
        gatehouse.letIn("line", 2);
        var called = browser.gets(wait.url());
        gatehouse.clock().advance(Duration.ofSeconds(5));
        var atTurn = poll("tv", codes);
        var done = browser.submits("/rooms/line/continue", Map.of("request", wait.parameter("request")));
        var tokens = poll("tv", codes);

        expect(before, "authorization_pending");
        assertThat(before.json().path("interval").asLong()).isEqualTo(5);
        assertThat(before.json().has("position")).isFalse();
        assertThat(asked.body()).contains("Line", "site tv", codes.text("user_code"));
        assertThat(wait.url()).contains("/rooms/line/wait");
        expect(waiting, "authorization_pending");
        assertThat(waiting.text("room")).isEqualTo("line");
        assertThat(waiting.text("stage")).isEqualTo("WAITING");
        assertThat(waiting.json().path("position").asLong()).isEqualTo(2);
        assertThat(waiting.json().path("ahead").asLong()).isEqualTo(1);
        assertThat(waiting.json().path("interval").asLong()).isEqualTo(2);
        assertThat(waiting.json().path("expires_in").asLong()).isBetween(86_000L, 86_400L);
        assertThat(called.body()).contains("It is your turn");
        expect(atTurn, "authorization_pending");
        assertThat(atTurn.text("stage")).isEqualTo("TURN");
        assertThat(done.url()).endsWith("/device/done");
        assertThat(done.body()).contains("Go on at your device");
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(tokens.text("token_type")).isEqualTo("Bearer");
        assertThat(tokens.text("scope").split(" ")).containsExactlyInAnyOrder("openid", "email", "room");
        assertThat(tokens.json().path("expires_in").asLong()).isBetween(3_500L, 3_600L);
        var claims = Login.claims(tokens.text("id_token"));
        assertThat(claims.path("aud").asString()).isEqualTo("tv");
        assertThat(claims.has("at_hash")).isTrue();
        assertThat(claims.has("auth_time")).isTrue();
        assertThat(userinfo(tokens).text("sub")).isEqualTo(claims.path("sub").asString());
        assertThat(userinfo(tokens).text("email")).isNotEmpty();
        assertThat(userinfo(tokens).text("room")).isEqualTo("line");
        assertThat(userinfo(tokens).json().path("position").asLong()).isEqualTo(2);
    }

    @Test
    void givenAVisitorWhoIsIn_whenTheyEnterADevicesCode_thenItIsLetInAtOnceAndCountsAsArrived() {
        var codes = codes("open");

        browser.opens(codes.text("verification_uri_complete"));
        var done = confirms(codes);
        var tokens = poll("open", codes);
        gatehouse.pass(Duration.ofMinutes(30));

        assertThat(done.url()).endsWith("/device/done");
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(userinfo(tokens).status()).as("after the claim window").isEqualTo(200);
    }

    @Test
    void givenADeviceThatNobodyPollsFor_whenTheClaimWindowEnds_thenTheSlotIsGivenBackAndTheDeviceIsDenied() {
        var codes = codes("tv");
        admits(codes);

        gatehouse.pass(Duration.ofMinutes(11));

        expect(poll("tv", codes), "access_denied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wdjb-mjht", "WDJBMJHT", " wdjb mjht ", "w-d-j-b.m.j.h.t"})
    void givenACode_whenItIsTypedInAnyWay_thenItIsRead(String typed) {
        assertThat(UserCode.parse(typed)).contains(new UserCode("WDJBMJHT"));
    }

    @Test
    void givenACodeTypedIntoTheForm_whenItIsSent_thenTheVisitorIsAskedAndNothingHasHappened() {
        var codes = codes("tv");
        var form = browser.opens("/device");

        var asked = browser.submits(
                "/device", Map.of("user_code", codes.text("user_code").toLowerCase(java.util.Locale.ROOT)));

        assertThat(form.body()).contains("<label for=\"typed\"", "name=\"user_code\"", "method=\"post\"");
        assertThat(asked.body()).contains("Is this your device?");
        expect(poll("tv", codes), "authorization_pending");
        assertThat(gatehouse.room("line").snapshot().issued()).isZero();
    }

    @Test
    void givenAGermanVisitor_whenTheyAreAsked_thenThePageSpeaksGermanAndRunsNoScript() {
        var address = codes("tv").text("verification_uri_complete");

        var page = browser.sends(browser.request(address)
                .setHeader("Accept-Language", "de-CH")
                .GET()
                .build());

        assertThat(page.body())
                .contains("<html lang=\"de\" dir=\"ltr\"", "Ist das Ihr Gerät?")
                .doesNotContain("<script");
        assertThat(page.header("content-security-policy")).contains("default-src 'none'", "frame-ancestors 'none'");
        assertThat(page.header("cache-control")).isEqualTo("no-store");
        assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
    }

    @Test
    void givenADeviceFarFromTheHead_whenItAsksTooSoon_thenItIsToldToSlowDownUntilTheBoardsIntervalIsOver() {
        for (var ahead = 0; ahead < 60; ahead++) {
            gatehouse.room("line").join(io.gatehouse.room.PlaceId.of(bytes(ahead)));
        }
        var codes = codes("tv");
        confirms(codes);
        gatehouse.tick();

        var first = poll("tv", codes);
        gatehouse.clock().advance(Duration.ofSeconds(2));
        var tooSoon = poll("tv", codes);
        gatehouse.clock().advance(Duration.ofSeconds(3));
        var inTime = poll("tv", codes);

        expect(first, "authorization_pending");
        assertThat(first.json().path("ahead").asLong()).isEqualTo(60);
        assertThat(first.json().path("interval").asLong()).isEqualTo(5);
        expect(tooSoon, "slow_down");
        assertThat(tooSoon.json().path("interval").asLong()).isEqualTo(5);
        expect(inTime, "authorization_pending");
    }

    @Test
    void givenDevices_whenEachAsksManyTimesAtOnce_thenOneAnswerCountsForEach() throws Exception {
        var calls = new ArrayList<Callable<String>>();
        for (var devices = 0; devices < DEVICES; devices++) {
            var codes = codes("tv");
            for (var times = 0; times < AT_ONCE; times++) {
                calls.add(() -> poll("tv", codes).text("error"));
            }
        }

        var errors = atOnce(calls);

        assertThat(errors).containsOnly("authorization_pending", "slow_down");
        assertThat(errors.stream().filter("authorization_pending"::equals)).hasSize(DEVICES);
    }

    @Test
    void givenADeviceThatIsLetIn_whenItAsksManyTimesAtOnce_thenItGetsTokensOnce() throws Exception {
        var codes = codes("tv");
        admits(codes);
        var calls = new ArrayList<Callable<Integer>>();
        for (var times = 0; times < 12; times++) {
            calls.add(() -> poll("tv", codes).status());
        }

        var statuses = atOnce(calls);

        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
        expect(poll("tv", codes), "invalid_grant");
    }

    @Test
    void givenACodeThatNobodyEnters_whenItsTimeIsOver_thenTheDeviceIsToldAndThePageKnowsItNoMore() {
        var codes = codes("tv");
        gatehouse.clock().advance(Duration.ofMinutes(16));

        expect(poll("tv", codes), "expired_token");
        assertThat(browser.opens(codes.text("verification_uri_complete")).status())
                .isEqualTo(400);
        gatehouse.clock().advance(Duration.ofHours(2));
        expect(poll("tv", codes), "invalid_grant");
    }

    @Test
    void givenADeviceInLine_whenItsUserCodeWouldHaveRunOut_thenItGoesOnWaiting() {
        var codes = codes("tv");
        confirms(codes);

        gatehouse.pass(Duration.ofHours(5));

        expect(poll("tv", codes), "authorization_pending");
        gatehouse.pass(Duration.ofMinutes(19 * 60 + 2));
        expect(poll("tv", codes), "expired_token");
    }

    @Test
    void givenADeviceInLine_whenItAsksAndNoPageDoes_thenThePlaceIsKept() {
        var codes = codes("radio");
        confirms(codes);

        for (var hours = 0; hours < 3; hours++) {
            gatehouse.clock().advance(Duration.ofMinutes(59));
            gatehouse.room("brief").line().sweep();
            expect(poll("radio", codes), "authorization_pending");
        }
        gatehouse.clock().advance(Duration.ofHours(1));
        gatehouse.room("brief").line().sweep();

        expect(poll("radio", codes), "access_denied");
    }

    @Test
    void givenADeviceInLine_whenItsVisitorLeaves_thenItIsDenied() {
        var codes = codes("tv");
        confirms(codes);

        browser.submits("/rooms/line/leave", Map.of());

        expect(poll("tv", codes), "access_denied");
    }

    @Test
    void givenADeviceThatWasDenied_whenItsVisitorJoinsAnewByTheSamePage_thenTheyAreAskedForItsNewCode() {
        var codes = codes("tv");
        var wait = confirms(codes);
        browser.submits("/rooms/line/leave", Map.of());
        browser.opens("/rooms/line/enter?request=" + wait.parameter("request"));
        gatehouse.letIn("line", 1);

        var asked = browser.submits("/rooms/line/continue", Map.of("request", wait.parameter("request")));

        expect(poll("tv", codes), "access_denied");
        assertThat(asked.url()).endsWith("/device");
        assertThat(asked.body()).contains("Enter the code");
    }

    @Test
    void givenADeviceThatHasWaitedTooLong_whenItsVisitorsTurnIsClaimed_thenTheyAreAskedForItsNewCode() {
        var codes = codes("tv");
        var wait = confirms(codes);
        gatehouse.clock().advance(Duration.ofHours(12));
        browser.gets(wait.url()); // or the place would end too
        gatehouse.clock().advance(Duration.ofMinutes(12 * 60 + 2));
        gatehouse.letIn("line", 1);

        var asked = browser.submits("/rooms/line/continue", Map.of("request", wait.parameter("request")));

        expect(poll("tv", codes), "expired_token");
        assertThat(asked.url()).endsWith("/device");
    }

    @Test
    void givenADeviceWithTokens_whenItsVisitorGoesBack_thenTheyAreToldAgainThatItGoesOn() {
        var codes = codes("tv");
        admits(codes);
        poll("tv", codes);

        assertThat(browser.opens("/rooms/line/enter?request=device.tv").url()).endsWith("/device/done");
    }

    @Test
    void givenADeviceInLine_whenTheRoomStartsAnew_thenItIsDenied() {
        var codes = codes("tv");
        confirms(codes);

        emptyTheLine();

        expect(poll("tv", codes), "access_denied");
    }

    @Test
    void givenAPublicSite_whenItsDeviceAsks_thenItsNameIsEnough() {
        var codes = post("/device_authorization", "", Map.of("client_id", "app"));
        admits(codes);

        var tokens = post(
                "/token",
                "",
                Map.of("grant_type", GRANT, "device_code", codes.text("device_code"), "client_id", "app"));

        assertThat(tokens.status()).isEqualTo(200);
        assertThat(tokens.text("id_token")).isNotEmpty();
    }

    @Test
    void givenASiteThatRefreshes_whenItsDeviceIsLetIn_thenItGetsAPairThatEndsWithTheAdmission() {
        var codes = codes("kiosk");
        admits(codes);

        var first = poll("kiosk", codes);
        var second = refresh(first);
        browser.gets("/logout?client_id=kiosk&id_token_hint=" + second.text("id_token"));
        var third = refresh(second);

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("access_token").split("\\.", -1)).hasSize(3);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text("id_token")).isNotEmpty();
        expect(third, "invalid_grant");
    }

    @Test
    void givenAVisitorWithADevice_whenTheyEnterTheCodeOfAnother_thenTheNewerOneAloneIsIn() {
        var first = codes("kiosk");
        var second = codes("kiosk");
        var third = codes("kiosk");
        admits(first);
        var tokens = poll("kiosk", first);

        confirms(second);
        var afterSecond = userinfo(tokens).status();
        confirms(third);

        assertThat(afterSecond).isEqualTo(401);
        expect(refresh(tokens), "invalid_grant");
        expect(poll("kiosk", second), "invalid_grant");
        assertThat(poll("kiosk", third).status()).isEqualTo(200);
    }

    @Test
    void givenADeviceAndABrowser_whenBothGoInWithOnePlace_thenNeitherDisturbsTheOther() {
        var codes = codes("kiosk");
        admits(codes);

        var code = Login.authorizeCode(browser, "browsers");
        var tokens = poll("kiosk", codes);
        var ofTheBrowser = Login.redeem(gatehouse, "browsers", code);

        assertThat(tokens.status()).isEqualTo(200);
        assertThat(ofTheBrowser.text("sub")).isEqualTo(tokens.text("sub"));
        assertThat(userinfo(tokens).status()).isEqualTo(200);
        assertThat(userinfo(ofTheBrowser).status()).isEqualTo(200);
    }

    @Test
    void givenALink_whenItIsOnlyProbedOrPrefetched_thenNothingIsBoundAndNoCookieSet() {
        var codes = codes("tv");
        var address = codes.text("verification_uri_complete");

        var head = browser.sends(browser.request(address)
                .method("HEAD", java.net.http.HttpRequest.BodyPublishers.noBody())
                .build());
        var prefetch = browser.sends(
                browser.request(address).header("Sec-Purpose", "prefetch").GET().build());

        for (var answer : List.of(head, prefetch)) {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("set-cookie")).isEmpty();
        }
        expect(poll("tv", codes), "authorization_pending");
    }

    @Test
    void givenALink_whenItIsFollowed_thenNothingIsBoundBeforeTheVisitorSaysSo() {
        var codes = codes("tv");

        browser.opens(codes.text("verification_uri_complete"));
        browser.gets(codes.text("verification_uri_complete") + "&sure=yes");

        assertThat(gatehouse.room("line").snapshot().issued()).isZero();
        assertThat(browser.opens(codes.text("verification_uri_complete")).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: https://evil.example"})
    void givenAnotherSite_whenItPostsForTheVisitor_thenItIsRefused(String header) {
        var codes = codes("tv");
        browser.opens(codes.text("verification_uri_complete"));
        var form = Browser.form(Map.of("user_code", codes.text("user_code"), "sure", "yes"));

        var answer = browser.sends(browser.request("/device")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header(header.split(": ", 2)[0], header.split(": ", 2)[1])
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(form))
                .build());

        assertThat(answer.status()).isEqualTo(403);
        assertThat(gatehouse.room("line").snapshot().issued()).isZero();
        assertThat(browser.opens(codes.text("verification_uri_complete")).status())
                .isEqualTo(200);
    }

    @Test
    void givenABrowserWithoutCookies_whenItEntersACode_thenItIsToldAndTheCodeIsStillGood() {
        var codes = codes("tv");
        var blocking = gatehouse.browser().blockingCookies();
        blocking.opens(codes.text("verification_uri_complete"));

        var told = blocking.submits("/device", Map.of("user_code", codes.text("user_code"), "sure", "yes"));

        assertThat(told.body()).contains("Please allow cookies");
        assertThat(gatehouse.room("line").snapshot().issued()).isZero();
        assertThat(confirms(codes).url()).contains("/rooms/line/wait");
    }

    @Test
    void givenACodeThatHasBeenEntered_whenAnotherVisitorEntersIt_thenTheyAreRefused() {
        var codes = codes("tv");
        var other = gatehouse.browser();
        other.opens(codes.text("verification_uri_complete"));
        confirms(codes);

        var refused = other.submits("/device", Map.of("user_code", codes.text("user_code"), "sure", "yes"));
        var looked = other.opens(codes.text("verification_uri_complete"));

        for (var answer : List.of(refused, looked)) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("We do not know this code");
        }
    }

    @Test
    void givenAConfirmationWhoseAnswerIsLost_whenItIsSentAgain_thenItLeadsOnAndTheDeviceIsLetIn() {
        var codes = codes("tv");
        browser.opens(codes.text("verification_uri_complete"));
        var form = Map.of("user_code", codes.text("user_code"), "sure", "yes");
        var lost = browser.posts("/device", form);

        var asked = browser.opens(codes.text("verification_uri_complete"));
        var again = browser.submits("/device", form);
        gatehouse.letIn("line", 1);
        browser.submits("/rooms/line/continue", Map.of("request", again.parameter("request")));

        assertThat(lost.status()).isEqualTo(303);
        assertThat(asked.body()).contains("Is this your device?");
        assertThat(again.url()).contains("/rooms/line/wait");
        assertThat(poll("tv", codes).status()).isEqualTo(200);
    }

    @Test
    void givenVisitorsWhoAreIn_whenEachConfirmsManyTimesAtOnce_thenEachDeviceGetsTokensThatStayGood() throws Exception {
        var calls = new ArrayList<Callable<Answer>>();
        for (var devices = 0; devices < DEVICES; devices++) {
            var codes = codes("open");
            var visitor = gatehouse.browser();
            visitor.opens(codes.text("verification_uri_complete"));
            var form = Map.of("user_code", codes.text("user_code"), "sure", "yes");
            visitor.posts("/device", form);
            visitor.opens("/rooms/shop/enter?request=device.open");
            for (var times = 0; times < 4; times++) {
                calls.add(() -> {
                    visitor.posts("/device", form);
                    return poll("open", codes);
                });
            }
        }

        var tokens =
                atOnce(calls).stream().filter(answer -> answer.status() == 200).toList();

        assertThat(tokens).hasSize(DEVICES);
        assertThat(tokens)
                .allSatisfy(answer -> assertThat(userinfo(answer).status()).isEqualTo(200));
    }

    @Test
    void givenAConfirmationThatIsCutOff_whenItIsSentAgain_thenTheDeviceBeforeIsForgottenAndThisOneIsNot() {
        var first = gatehouse.bean(DeviceCodes.class).start("tv", Set.of("openid"));
        var second = gatehouse.bean(DeviceCodes.class).start("tv", Set.of("openid"));
        var room = gatehouse.room("line").id();
        var place = io.gatehouse.room.PlaceId.of(bytes(9));
        var devices = gatehouse.bean(DeviceCodes.class);
        devices.bind(first.userCode(), room, place, 1);

        assertThatThrownBy(() -> onABadLine("remove").bind(second.userCode(), room, place, 1))
                .isInstanceOf(StoreUnavailableException.class);
        var again = devices.bind(second.userCode(), room, place, 1);

        assertThat(again).isPresent();
        assertThat(devices.find(first.deviceCode())).isEmpty();
        assertThat(devices.find(second.deviceCode())).isPresent();
        assertThat(devices.letsIn("tv", place)).isTrue();
    }

    @Test
    void givenCodes_whenManyVisitorsEnterEachAtOnce_thenEachIsBoundToOne() throws Exception {
        var visitors = new ArrayList<Browser>();
        for (var count = 0; count < AT_ONCE; count++) {
            visitors.add(gatehouse.browser());
        }
        var calls = new ArrayList<Callable<Integer>>();
        for (var devices = 0; devices < DEVICES; devices++) {
            var codes = codes("tv");
            visitors.get(devices % AT_ONCE).opens(codes.text("verification_uri_complete"));
            var form = Map.of("user_code", codes.text("user_code"), "sure", "yes");
            visitors.forEach(
                    visitor -> calls.add(() -> visitor.posts("/device", form).status()));
        }

        assertThat(atOnce(calls).stream().filter(status -> status == 303)).hasSize(DEVICES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "AAAA-AAAA", "BCDF-GHJ", "BCDF-GHJK", "<script>", "%00", "BCDFGHJKBCDFGHJKBCDFGHJK"})
    void givenAnInventedCode_whenEntered_thenAPageSaysSoAndShowsNothingOfIt(String code) {
        var answer = browser.posts("/device", Map.of("user_code", code, "sure", "yes"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("set-cookie")).isEmpty();
        assertThat(answer.body()).contains("We do not know this code").doesNotContain("<script>");
    }

    @Test
    void givenAThousandGuesses_whenAnotherFollows_thenNoCodeIsLookedAtForAWhile() {
        var codes = codes("tv");
        var guesses = gatehouse.bean(DeviceGuesses.class);
        for (var count = 0; count < DeviceGuesses.MOST; count++) {
            guesses.wasWrong("127.0.0.1");
        }

        var refused = browser.opens(codes.text("verification_uri_complete"));
        gatehouse.elapse(Duration.ofMinutes(16));
        var later = browser.opens(codes("tv").text("verification_uri_complete"));

        assertThat(refused.status()).isEqualTo(429);
        assertThat(later.status()).isEqualTo(200);
    }

    @Test
    void givenASubscriberOfIpv6_whenTheyGuessFromManyAddresses_thenAllOfThemCountAsOne() {
        var guesses = new DeviceGuesses(new MutableScheduler());
        for (var count = 0; count < DeviceGuesses.MOST; count++) {
            guesses.wasWrong("2001:db8:1:2::" + Integer.toHexString(count));
        }

        assertThat(guesses.admits("2001:db8:1:2:ffff::1")).isFalse();
        assertThat(guesses.admits("2001:db8:1:3::1")).isTrue();
    }

    @Test
    void givenADeviceCodeOfAnotherSite_whenASitePollsWithIt_thenTheGrantIsInvalid() {
        var codes = codes("tv");
        admits(codes);

        expect(poll("kiosk", codes), "invalid_grant");
        assertThat(poll("tv", codes).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"junk", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void givenAnInventedDeviceCode_whenPolled_thenTheGrantIsInvalid(String code) {
        expect(token("tv", Map.of("grant_type", GRANT, "device_code", code)), "invalid_grant");
    }

    @Test
    void givenASiteWithoutDevices_whenItTries_thenItIsRefused() {
        expect(codes("browsers"), "unauthorized_client");
        expect(token("browsers", Map.of("grant_type", GRANT, "device_code", "x")), "unauthorized_client");
    }

    @Test
    void givenASiteThatDoesNotProveItself_whenItsDeviceAsks_thenItIsRefused() {
        var named = post("/device_authorization", "", Map.of("client_id", "tv"));
        var wrong = post("/device_authorization", Login.basic("tv", "wrong-wrong-wrong-wrong"), Map.of());
        var nobody = post("/device_authorization", "", Map.of());
        var stolen = post("/token", "", Map.of("grant_type", GRANT, "device_code", "x", "client_id", "tv"));

        for (var refused : List.of(named, wrong, nobody, stolen)) {
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.text("error")).isEqualTo("invalid_client");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/token?grant_type=" + GRANT,
                "/token?grant_type=" + GRANT + "&client_id=app",
                "/token?grant_type=" + GRANT + "&grant_type=authorization_code"
            })
    void givenAStolenCodeOfAPublicSite_whenTheCallPosesAsADevices_thenTheVerifierIsAskedForAllTheSame(String path) {
        gatehouse.letIn("line", 1);
        var code = Login.authorizeCode(
                browser,
                "app",
                "code_challenge",
                "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                "code_challenge_method",
                "S256");

        var answer = post(
                path,
                "",
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        code,
                        "redirect_uri",
                        SITE + "/callback",
                        "client_id",
                        "app"));

        assertThat(code).isNotEmpty();
        assertThat(answer.status()).isIn(400, 401);
    }

    @Test
    void givenAnInventedRequestForADevice_whenAVisitorGoesOnWithIt_thenTheyAreAskedForACodeAndNoDeviceIsIn() {
        var codes = codes("tv");
        gatehouse.letIn("line", 1);

        var asked = browser.opens("/rooms/line/enter?request=device.tv");

        assertThat(asked.url()).endsWith("/device");
        expect(poll("tv", codes), "authorization_pending");
    }

    /** The same devices in the same store, which is away whenever it is asked this. */
    private static DeviceCodes onABadLine(String question) {
        var store = gatehouse.bean(ExpiringStore.class);
        var line = Proxy.newProxyInstance(
                ExpiringStore.class.getClassLoader(), new Class<?>[] {ExpiringStore.class}, (proxy, method, values) -> {
                    if (method.getName().equals(question)) {
                        throw new StoreUnavailableException("gone", new IOException("cut off"));
                    }
                    return method.invoke(store, values);
                });
        return new DeviceCodes(
                (ExpiringStore) line,
                gatehouse.bean(MasterKey.class),
                gatehouse.bean(SecureRandom.class),
                gatehouse.clock(),
                gatehouse.bean(DeviceProperties.class));
    }

    private Page confirms(Answer codes) {
        browser.opens(codes.text("verification_uri_complete"));
        return browser.submits("/device", Map.of("user_code", codes.text("user_code"), "sure", "yes"));
    }

    private void admits(Answer codes) {
        confirms(codes);
        gatehouse.letIn("line", 1);
        browser.submits("/rooms/line/continue", Map.of("request", "device.tv"));
    }

    private static Answer codes(String site, String... more) {
        var form = new HashMap<String, String>();
        for (var index = 0; index < more.length; index += 2) {
            form.put(more[index], more[index + 1]);
        }
        return post("/device_authorization", Login.basic(site, SECRET), form);
    }

    private static Answer poll(String site, Answer codes) {
        return token(site, Map.of("grant_type", GRANT, "device_code", codes.text("device_code")));
    }

    private static Answer refresh(Answer tokens) {
        return token("kiosk", Map.of("grant_type", "refresh_token", "refresh_token", tokens.text("refresh_token")));
    }

    private static Answer token(String site, Map<String, String> form) {
        return post("/token", Login.basic(site, SECRET), form);
    }

    private static Answer post(String path, String authorization, Map<String, String> form) {
        return Login.post(gatehouse.issuer() + path, authorization, form);
    }

    private static Answer userinfo(Answer tokens) {
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));
    }

    private static void expect(Answer answer, String error) {
        assertThat(answer.text("error")).isEqualTo(error);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("cache-control")).contains("no-store");
    }

    private static byte[] bytes(int number) {
        var bytes = new byte[16];
        bytes[0] = (byte) number;
        bytes[1] = (byte) System.nanoTime();
        return bytes;
    }

    private static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
        var threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            var answers = new ArrayList<T>();
            for (var answer : threads.invokeAll(calls)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }
}
