package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.site.SitePreset;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A room with a date: before it, in the lobby, while the doors are open, and after they have closed. */
class ScheduledRoomTest {

    private static final String COOKIE = "gatehouse-place-shop";

    @AutoClose
    private static final RunningGatehouse gatehouse = setUp().starts().standing();

    /** A room with one site of few kinds, one with a date far off, and one that a site of each kind leads to. */
    private static RunningGatehouse.Settings setUp() {
        var settings = RunningGatehouse.with(
                        "gatehouse.rooms.sale.title=Sale",
                        "gatehouse.rooms.sale.schedule[0].zone=America/New_York",
                        "gatehouse.rooms.sale.schedule[0].lobby=2999-11-27T09:00",
                        "gatehouse.rooms.sale.schedule[0].doors=2999-11-27T10:00",
                        "gatehouse.rooms.sale.schedule[0].close=2999-11-27T18:00",
                        "gatehouse.rooms.sale.schedule[0].at-close=end",
                        "gatehouse.rooms.every.passes.secret=" + ShopPass.SECRET,
                        "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                        "gatehouse.api-clients.nightly.scopes=rooms.write")
                .site("second", "shop")
                .site("tv", "shop", "device=true");
        for (var preset : SitePreset.values()) {
            settings = settings.site(
                    nameOf(preset), "every", "preset=" + preset, "entry=" + RunningGatehouse.SITE + "/", "device=true");
        }
        return settings;
    }

    private static String nameOf(SitePreset preset) {
        return preset.label().replace('_', '-');
    }

    private final Browser browser = gatehouse.browser();

    /** Lobby in one hour, doors in two, close in three; room for all. */
    @BeforeEach
    void aDateIsSet() {
        gatehouse.reopens("shop");
        isSet(Mode.SCHEDULED, AtClose.LET_IN);
    }

    @Test
    void givenARoomBeforeItsLobby_whenVisitorsComeByAnyWay_thenTheyAreToldTheDateAndNothingIsKept() {
        var codes = Login.deviceCodes(gatehouse, "tv");

        for (var answer : List.of(
                browser.opens("/rooms/shop/enter"),
                browser.opens(Login.authorize()),
                browser.opens(Login.authorize("client_id", "second", "prompt", "login")),
                confirms(codes))) {
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).matches("\\d{3}");
            assertThat(answer.body())
                    .contains("It is closed at the moment")
                    .containsPattern("The doors open on \\w+day, .* \\(Coordinated Universal Time\\)");
        }
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
        assertThat(Login.poll(gatehouse, "tv", codes).text("error")).isEqualTo("authorization_pending");
    }

    @Test
    void givenAScheduleInTheConfiguration_whenAVisitorComesBeforeIt_thenTheyAreToldTheDateInItsZone() {
        assertThat(browser.opens("/rooms/sale/enter").body())
                .containsPattern("Wednesday, November 27, 2999.* 10:00.AM \\(Eastern Time\\)")
                .containsPattern("Wednesday, November 27, 2999.* 9:00.AM \\(Eastern Time\\)");
    }

    @Test
    void givenARoomBeforeItsLobby_whenABrowserComes_thenItIsGivenNoCookie() {
        browser.opens(Login.authorize());

        assertThat(browser.cookie(COOKIE)).isEmpty();
    }

    @Test
    void givenTheLobby_whenEveryWayInIsTried_thenNobodyIsCalledBeforeTheDoorsOpen() {
        gatehouse.pass(Duration.ofHours(1));
        var codes = Login.deviceCodes(gatehouse, "tv");

        var wait = browser.opens(Login.authorize());
        browser.opens(Login.authorize("client_id", "second"));
        browser.opens("/rooms/shop/enter");
        gatehouse.browser().opens("/rooms/shop/enter");
        confirms(codes);
        gatehouse.room("shop").letIn(3);
        gatehouse.pass(Duration.ofMinutes(59).plusSeconds(59));
        continues(browser, wait);

        assertThat(gatehouse.room("shop").snapshot().serving()).isZero();
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(3);
        assertThat(browser.gets(wait.url()).body())
                .contains("class=\"LOBBY\"", "The doors open on ", "<dl id=\"facts\" hidden");
        assertThat(Login.poll(gatehouse, "tv", codes).text("error")).isEqualTo("authorization_pending");
    }

    @Test
    void givenTheLobby_whenSitesOfAllKindsPassesOldCookiesAndOperatorsTry_thenNobodyIsInBeforeTheDoorsOpen() {
        var ofBefore = gatehouse.browser();
        ofBefore.opens("/rooms/every/enter");
        gatehouse.letIn("every", 1);
        ofBefore.opens("/rooms/every/enter");
        var wasIn = ofBefore.gets("/rooms/every/admitted").status();
        gatehouse.reopens("every");
        isSet("every", Mode.SCHEDULED, AtClose.LET_IN);
        gatehouse
                .room("every")
                .change(settings -> settings.at(Optional.of(Rate.parse("100/1s")), OptionalLong.of(1000)));
        gatehouse.pass(Duration.ofHours(1));
        var pass = ShopPass.of(ShopPass.claims(gatehouse, "every").expirationTime(inADay()));
        var bearer = gatehouse.browser();
        var tabs = gatehouse.browser();
        var all = new ArrayList<>(List.of(ofBefore, bearer, tabs));
        var codes = Login.deviceCodes(gatehouse, nameOf(SitePreset.GENERIC));

        for (var preset : SitePreset.values()) {
            var visitor = gatehouse.browser();
            all.add(visitor);
            isInTheLobby(visitor.opens(authorize(preset)));
            isInTheLobby(tabs.opens(authorize(preset)));
            assertThat(visitor.opens(authorize(preset, "prompt", "none")).parameter("error"))
                    .isEqualTo("login_required");
        }
        isInTheLobby(ofBefore.opens(authorize(SitePreset.GENERIC)));
        isInTheLobby(bearer.opens(ShopPass.link("every", pass)));
        isInTheLobby(bearer.opens(authorize(SitePreset.GENERIC, "login_hint", pass)));
        confirms(codes);
        assertThat(letsIn(100).status()).isEqualTo(200);
        gatehouse.pass(Duration.ofMinutes(59).plusSeconds(59));
        for (var act : List.of("continue", "extend", "return", "anew", "enter")) {
            all.forEach(visitor -> visitor.submits("/rooms/every/" + act, Map.of("request", "")));
        }

        assertThat(wasIn).isEqualTo(204);
        assertThat(all).allSatisfy(visitor -> {
            assertThat(visitor.gets("/rooms/every/place").body()).contains("\"stage\":\"WAITING\"");
            assertThat(visitor.gets("/rooms/every/admitted").status()).isEqualTo(401);
        });
        assertThat(gatehouse.room("every").snapshot().slots()).isZero();
        assertThat(Login.poll(gatehouse, nameOf(SitePreset.GENERIC), codes).text("error"))
                .isEqualTo("authorization_pending");

        gatehouse.pass(Duration.ofSeconds(1));
        assertThat(bearer.opens(authorize(SitePreset.GENERIC)).isOutside()).isTrue();
    }

    private static void isInTheLobby(Browser.Page page) {
        assertThat(page.url()).contains("/rooms/every/wait");
        assertThat(page.body()).contains("class=\"LOBBY\"");
    }

    private static String authorize(SitePreset preset, String... more) {
        var parameters = new ArrayList<>(List.of(
                "client_id",
                nameOf(preset),
                "code_challenge",
                "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                "code_challenge_method",
                "S256"));
        parameters.addAll(List.of(more));
        return Login.authorize(parameters.toArray(String[]::new));
    }

    private static Date inADay() {
        return Date.from(gatehouse.clock().instant().plus(Duration.ofDays(1)));
    }

    /** As an API client does. */
    private static Browser.Page letsIn(int count) {
        var token = Login.post(
                        gatehouse.issuer() + "/token",
                        Login.basic("nightly", RunningGatehouse.SECRET),
                        Map.of("grant_type", "client_credentials", "scope", "rooms.write"))
                .text("access_token");
        var client = gatehouse.browser();
        return client.sends(client.request("/panel/api/rooms/every/let-in")
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"count\":" + count + "}"))
                .build());
    }

    @Test
    void givenTheLobby_whenTheDoorsOpen_thenThoseInItAreCalledAndTheirLoginsAreAnswered() {
        gatehouse.pass(Duration.ofHours(1));
        var wait = browser.opens(Login.authorize());

        gatehouse.pass(Duration.ofHours(1));

        assertThat(browser.gets(wait.url()).body()).contains("class=\"TURN\"");
        assertThat(continues(browser, wait).isOutside()).isTrue();
        assertThat(gatehouse.browser().opens(Login.authorize()).isOutside()).isTrue();
    }

    /** What has been let in by hand meanwhile is for those who come first once the doors are open. */
    @Test
    void givenTurnsLetInBeforeTheDoors_whenTheyOpen_thenTheyAreUsed() {
        gatehouse.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.empty()));
        gatehouse.pass(Duration.ofHours(1));
        browser.opens("/rooms/shop/enter");
        gatehouse.room("shop").letIn(1);

        gatehouse.elapse(Duration.ofHours(1));

        assertThat(gatehouse.room("shop").snapshot().serving()).isEqualTo(1);
    }

    @Test
    void givenARoomThatClosesByLettingIn_whenItHasClosed_thenThoseInLineAreCalledAndNewcomersAreNot() {
        gatehouse.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.of(1)));
        gatehouse.pass(Duration.ofMinutes(179));
        var first = gatehouse.browser();
        first.opens(Login.authorize());
        var wait = browser.opens(Login.authorize());

        gatehouse.pass(Duration.ofMinutes(1));
        var newcomer = gatehouse.browser().opens(Login.authorize());
        var inside = first.opens(Login.authorize());
        gatehouse.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.of(2)));
        gatehouse.tick();

        assertThat(newcomer.status()).isEqualTo(503);
        assertThat(newcomer.body()).contains("It is closed at the moment").doesNotContain("The doors open on");
        assertThat(inside.isOutside()).isTrue();
        assertThat(continues(browser, wait).isOutside()).isTrue();
    }

    @Test
    void givenARoomThatEndsItsLine_whenItHasClosed_thenThoseInLineAreToldAndThoseCalledMayStillCome() {
        isSet(Mode.SCHEDULED, AtClose.END);
        gatehouse.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.of(1)));
        gatehouse.pass(Duration.ofMinutes(179));
        var called = gatehouse.browser();
        called.opens("/rooms/shop/enter");
        var wait = browser.opens(Login.authorize());

        gatehouse.pass(Duration.ofMinutes(1));
        var told = browser.gets(wait.url());
        var in = called.opens(Login.authorize());
        for (var look = 0; look < 22; look++) { // the clock may have been set
            gatehouse.elapse(Duration.ofSeconds(30));
        }
        var again = browser.opens(Login.authorize());

        assertThat(told.body()).contains("class=\"ENDED\"", "The doors have closed");
        assertThat(gatehouse.room("shop").snapshot().waiting()).isZero();
        assertThat(again.status()).isEqualTo(503);
        assertThat(in.isOutside()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"CLOSED", "HOLD"})
    void givenARoomThatIsShut_whenSomebodyInLineIsLetInByHand_thenTheyAreNotCalledAndKeepTheirPlace(Mode mode) {
        gatehouse.pass(Duration.ofHours(1));
        var wait = browser.opens(Login.authorize());
        isSet(mode, AtClose.END);

        gatehouse.letIn("shop", 5);
        gatehouse.pass(Duration.ofHours(5));

        assertThat(browser.gets(wait.url()).body())
                .contains(mode == Mode.HOLD ? "class=\"PAUSED\"" : "class=\"CLOSED\"");
        assertThat(gatehouse.room("shop").snapshot().waiting()).isEqualTo(1);
        assertThat(gatehouse.room("shop").snapshot().serving()).isZero();
    }

    @Test
    void givenARoomToPassThrough_whenMoreComeThanItsCapacity_thenNobodyWaitsAndAllAreCounted() {
        isSet(Mode.PASS_THROUGH, AtClose.END);
        gatehouse.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.of(1)));
        gatehouse.tick();

        for (var come = 0; come < 3; come++) {
            assertThat(gatehouse.browser().opens(Login.authorize()).isOutside()).isTrue();
        }

        assertThat(gatehouse.room("shop").snapshot().admitted()).isEqualTo(3);
    }

    private static void isSet(Mode mode, AtClose atClose) {
        isSet("shop", mode, atClose);
    }

    private static void isSet(String room, Mode mode, AtClose atClose) {
        var now = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC);
        var minute = now.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        gatehouse.clock().advance(Duration.between(now, minute));
        var opening = new ScheduledDate(
                java.time.ZoneId.of("UTC"),
                minute.plusHours(1),
                minute.plusHours(2),
                Optional.of(minute.plusHours(3)),
                atClose,
                Optional.empty());
        gatehouse
                .room(room)
                .change(settings -> new RoomSettings(
                        Optional.empty(), OptionalLong.of(1000), false, mode, new Schedule(List.of(opening))));
        gatehouse.tick();
    }

    private Browser.Page confirms(Login.Answer codes) {
        var device = gatehouse.browser();
        device.opens("/device?user_code=" + codes.text("user_code"));
        return device.submits("/device", Map.of("user_code", codes.text("user_code"), "sure", "yes"));
    }

    private static Browser.Page continues(Browser browser, Browser.Page wait) {
        return browser.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
    }
}
