package io.gatehouse.panel.operator;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.factor.Kit.appOf;
import static io.gatehouse.panel.factor.Kit.confirms;
import static io.gatehouse.panel.factor.Kit.offer;
import static io.gatehouse.panel.factor.Kit.recoveryCodesOf;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Acts;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.panel.factor.AuthenticatorApp;
import io.gatehouse.panel.factor.Kit;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator who proves with a second factor that it is they: setting it up, signing in with it, losing it. */
@PanelTest
class SecondFactorTest {

    private static final String FAY = "fay";
    private static final String STEP = "/panel/sign-in/second-factor";

    @BeforeEach
    @AfterEach
    void begin(Desk desk) {
        desk.bean(SecondFactors.class).takeAway(FAY);
        desk.bean(MutableScheduler.class).advance(Duration.ofMinutes(16)); // attempts of before are forgotten
    }

    @Test
    void givenAnOperatorWithASecondFactor_whenThePasswordIsRight_thenItOpensNothingByItself(Desk desk) {
        setUp(desk);
        var thief = desk.another();

        var answer = thief.trySignIn(FAY, Desk.PASSWORD);

        assertThat(header(answer, "Location")).isEqualTo(STEP);
        assertThat(header(answer, "Set-Cookie"))
                .startsWith("gatehouse-second-step=")
                .contains("HttpOnly", "SameSite=Strict", "Max-Age=600");
        assertThat(thief.cookie()).isEmpty();
        assertNobody(thief);
        assertThat(thief.get(STEP).body()).contains("Your code").doesNotContain(FAY);
        assertThat(thief.get("/panel/account").statusCode()).isEqualTo(303);
        assertThat(thief.form("/panel/account/second-factor/offer", Map.of("proof", Desk.PASSWORD))
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void givenTheAppsCode_whenItIsShown_thenTheOperatorIsInAndComesBackToWhereTheyWere(Desk desk) {
        var kit = setUp(desk);
        later(desk);
        var fay = desk.another();
        try (var acts = new Acts()) {
            fay.form("/panel/sign-in", Map.of("name", FAY, "password", Desk.PASSWORD, "return", "/panel/rooms/shop"));

            var answer = shows(fay, kit.app().code(now(desk)));

            assertThat(header(answer, "Location")).isEqualTo("/panel/rooms/shop");
            assertThat(header(answer, "Set-Cookie")).contains("gatehouse-operator=", "gatehouse-second-step=;");
            assertThat(fay.get("/panel/rooms/shop").body()).contains("fay, owner");
            assertThat(acts.lines()).containsExactly("operator fay: signed in with a code");
        }
    }

    @Test
    void givenACode_whenItIsShownTwice_thenItOpensOnce(Desk desk) {
        var kit = setUp(desk);
        later(desk);
        var code = kit.app().code(now(desk));
        shows(halfIn(desk), code);
        var second = halfIn(desk);

        var answer = shows(second, code);

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("was used before");
        assertNobody(second);
    }

    /** One step to each side; never further, and never back behind a code that was taken. */
    @Test
    void givenAClockThatDiffers_whenTheCodeIsOfTheNextStep_thenItIsTakenAndTheOneAfterIsNot(Desk desk) {
        var kit = setUp(desk);
        later(desk);
        later(desk);

        assertThat(shows(halfIn(desk), kit.app().code(now(desk).plus(AuthenticatorApp.STEP.multipliedBy(2))))
                        .statusCode())
                .isEqualTo(403);
        assertThat(shows(halfIn(desk), kit.app().code(now(desk).minus(AuthenticatorApp.STEP.multipliedBy(2))))
                        .statusCode())
                .isEqualTo(403);
        assertThat(shows(halfIn(desk), kit.app().code(now(desk).minus(AuthenticatorApp.STEP)))
                        .statusCode())
                .isEqualTo(303);
        assertThat(shows(halfIn(desk), kit.app().code(now(desk).plus(AuthenticatorApp.STEP)))
                        .statusCode())
                .isEqualTo(303);
        assertThat(shows(halfIn(desk), kit.app().code(now(desk))).statusCode()).isEqualTo(403);
    }

    @Test
    void givenOneCode_whenTenBrowsersShowItAtOnce_thenOneIsIn(Desk desk) throws Exception {
        var kit = setUp(desk);
        later(desk);
        var code = kit.app().code(now(desk));
        var browsers = IntStream.range(0, 8).mapToObj(number -> halfIn(desk)).toList();
        var start = new CountDownLatch(1);
        var pool = Executors.newFixedThreadPool(browsers.size());
        try {
            var answers = browsers.stream()
                    .map(browser -> pool.submit(() -> {
                        start.await();
                        return shows(browser, code).statusCode();
                    }))
                    .toList();
            start.countDown();

            assertThat(answers.stream().map(SecondFactorTest::got).filter(status -> status == 303))
                    .hasSize(1);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void givenManyWrongCodes_whenTheRightOneComes_thenItWaitsAndARecoveryCodeOpens(Desk desk) {
        var kit = setUp(desk);
        later(desk);
        try (var acts = new Acts()) {
            for (var left = 5; left > 0; left--) {
                assertThat(shows(halfIn(desk), kit.app().wrong(now(desk))).body())
                        .contains("not right");
            }
            var early = shows(halfIn(desk), kit.app().code(now(desk)));

            assertThat(early.statusCode()).isEqualTo(429);
            assertThat(header(early, "Retry-After")).isEqualTo("60");
            assertThat(early.body()).contains("use a recovery code");
            assertThat(acts.lines()).contains("sign-in refused for fay: wrong code");
            desk.bean(MutableScheduler.class).advance(SignInThrottle.SLOW);
            assertThat(shows(halfIn(desk), kit.recoveryCodes().get(0)).statusCode())
                    .isEqualTo(303);
            later(desk);
            assertThat(shows(halfIn(desk), kit.app().code(now(desk))).statusCode())
                    .isEqualTo(303);
        }
    }

    /** However many addresses the guesses come from: they are counted where the second factor lies. */
    @Test
    void givenGuessesThatGoOn_whenTheyAreWrong_thenTheNextOneIsLookedAtLaterAndLater(Desk desk) {
        var kit = setUp(desk);
        var factors = desk.bean(SecondFactors.class);
        var looks = 0;
        for (var minute = 0; minute < 24 * 60; minute++) {
            desk.later(Duration.ofMinutes(1));
            var wrong = kit.app().wrong(now(desk));
            looks += factors.prove(FAY, wrong).kind().name().equals("WRONG") ? 1 : 0;
        }

        assertThat(looks).isBetween(90, 110);
        desk.later(Duration.ofMinutes(15));
        assertThat(factors.prove(FAY, kit.app().code(now(desk))).isGood()).isTrue();
    }

    @Test
    void givenARecoveryCode_whenItIsShown_thenItOpensOnceHoweverItIsTyped(Desk desk) {
        var kit = setUp(desk);
        var code = kit.recoveryCodes().get(3);

        assertThat(kit.recoveryCodes()).hasSize(10).doesNotHaveDuplicates();
        assertThat(shows(halfIn(desk), code.toLowerCase(Locale.ROOT).replace('-', ' '))
                        .statusCode())
                .isEqualTo(303);
        assertThat(shows(halfIn(desk), code).statusCode()).isEqualTo(403);
        assertThat(shows(halfIn(desk), "nonsense").statusCode()).isEqualTo(403);
        assertThat(shows(halfIn(desk), "").statusCode()).isEqualTo(403);
    }

    @Test
    void givenAStolenCookie_whenTheThiefChangesTheSecondFactor_thenNothingIsChangedWithoutACode(Desk desk) {
        var kit = setUp(desk);
        later(desk);
        var fay = signIn(desk, kit);
        var thief = desk.another().withCookie(fay.cookie());
        var token = thief.token();

        for (var act : List.of("second-factor/offer", "second-factor/off", "recovery-codes")) {
            for (var shown : List.of("", Desk.PASSWORD, kit.app().code(now(desk)))) { // that code has been used
                var answer = thief.form("/panel/account/" + act, Map.of("csrf", token, "proof", shown));

                assertThat(answer.statusCode()).as(act).isEqualTo(403);
                assertThat(answer.body()).doesNotContain("class=\"qr\"", "class=\"codes\"");
            }
            desk.bean(MutableScheduler.class)
                    .advance(Duration.ofMinutes(16)); // so that the throttle lets the next ones be looked at
        }
        assertThat(fay.get("/panel").statusCode()).isEqualTo(200);
        assertThat(shows(halfIn(desk), kit.recoveryCodes().get(0)).statusCode()).isEqualTo(303);
    }

    @Test
    void givenAStolenCookieOfSomebodyWithout_whenTheThiefSetsOneUp_thenItNeedsThePassword(Desk desk) {
        var thief = desk.another().withCookie(desk.signIn(FAY).cookie());

        var answer = offer(thief, "a guess");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("do not belong together").doesNotContain("class=\"qr\"");
    }

    /** The offer is of one sign-in, and takes the place of what was there when it was made. */
    @Test
    void givenAnOffer_whenItComesBackElsewhereOrTwiceOrLate_thenItIsRefused(Desk desk) {
        var fay = desk.signIn(FAY);
        var page = offer(fay, Desk.PASSWORD);
        var app = appOf(page);
        var other = desk.another().signIn(FAY);

        assertThat(confirms(other, page, app.code(now(desk))).body()).contains("was not made in this sign-in");
        assertThat(confirms(fay, page, app.wrong(now(desk))).statusCode()).isEqualTo(403);
        assertThat(desk.bean(SecondFactors.class).summary(FAY)).isEmpty();
        assertThat(confirms(fay, page, app.code(now(desk))).statusCode()).isEqualTo(200);
        assertThat(confirms(fay, page, app.code(now(desk))).statusCode()).isEqualTo(403);
        desk.later(Duration.ofMinutes(11));
        assertThat(confirms(fay, page, app.code(now(desk))).statusCode()).isEqualTo(400);
    }

    @Test
    void givenOtherSignIns_whenASecondFactorIsSetUpOrReplacedOrSwitchedOff_thenTheyEndAndThisOneGoesOn(Desk desk) {
        var other = desk.another().signIn(FAY);
        var fay = desk.another();
        var kit = setUp(fay);
        assertNobody(other);
        assertThat(fay.get("/panel").statusCode()).isEqualTo(200);

        var another = desk.another().withCookie(fay.cookie());
        later(desk);
        var replaced = offer(fay, kit.app().code(now(desk)));
        var app = appOf(replaced);
        confirms(fay, replaced, app.code(now(desk)));
        assertNobody(another);
        assertThat(shows(halfIn(desk), kit.recoveryCodes().get(0)).statusCode()).isEqualTo(403);
        later(desk);
        assertThat(shows(halfIn(desk), kit.app().code(now(desk))).statusCode()).isEqualTo(403);

        var yetAnother = desk.another().withCookie(fay.cookie());
        later(desk);
        var off =
                fay.form("/panel/account/second-factor/off", Map.of("csrf", fay.token(), "proof", app.code(now(desk))));
        assertThat(header(off, "Location")).isEqualTo("/panel/account");
        assertThat(fay.get("/panel/account").body()).contains("No second factor");
        assertNobody(yetAnother);
        desk.another().signIn(FAY);
    }

    /** Its stamp is none's, as it was before: but another none. */
    @Test
    void givenASignInByThePasswordAlone_whenASecondFactorIsSetUpAndTakenAway_thenItIsNotGoodAgain(Desk desk) {
        var stolen = desk.another().signIn(FAY);
        setUp(desk);
        assertNobody(stolen);

        desk.bean(SecondFactors.class).takeAway(FAY);

        assertNobody(stolen);
        var fay = desk.another();
        setUp(fay);
        assertThat(fay.get("/panel/account").body()).contains("Switch it off");
    }

    @Test
    void givenNewRecoveryCodes_whenTheyAreMade_thenThoseOfBeforeOpenNothing(Desk desk) {
        var fay = desk.another();
        var kit = setUp(fay);
        later(desk);

        var page = fay.form(
                "/panel/account/recovery-codes",
                Map.of("csrf", fay.token(), "proof", kit.app().code(now(desk))));

        var codes = recoveryCodesOf(page);
        assertThat(codes).hasSize(10).doesNotContainAnyElementsOf(kit.recoveryCodes());
        assertThat(shows(halfIn(desk), kit.recoveryCodes().get(0)).statusCode()).isEqualTo(403);
        assertThat(shows(halfIn(desk), codes.get(0)).statusCode()).isEqualTo(303);
        assertThat(fay.get("/panel/account").body()).contains("<dd>9</dd>");
    }

    @Test
    void givenHalfASignIn_whenItIsTooOldOrNone_thenItBeginsAnew(Desk desk) {
        var kit = setUp(desk);
        var slow = halfIn(desk);
        desk.later(Duration.ofMinutes(11));

        assertThat(shows(slow, kit.app().code(now(desk))).body()).contains("Begin anew");
        assertNobody(slow);
        assertThat(shows(desk.another(), kit.app().code(now(desk))).statusCode())
                .isEqualTo(403);
        assertThat(desk.another().get(STEP).statusCode()).isEqualTo(403);
    }

    @Test
    void givenACodeFormOnAnotherSite_whenItIsSent_thenNobodyIsSignedIn(Desk desk) {
        var kit = setUp(desk);
        later(desk);
        var fay = halfIn(desk);

        var answer = fay.form(STEP, Map.of("code", kit.app().code(now(desk))), "Origin", "https://evil.example");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertNobody(fay);
    }

    @Test
    void givenWhatLiesInTheStore_whenItIsRead_thenItTellsNeitherTheSecretNorTheCodes(Desk desk) {
        var kit = setUp(desk);

        var kept = desk.bean(ExpiringStore.class)
                .get("panel:second-factor:fay", now(desk))
                .orElseThrow();

        assertThat(new String(kept, US_ASCII))
                .startsWith("ey")
                .doesNotContain(kit.app().secret())
                .doesNotContain(kit.recoveryCodes());
    }

    /** As good as none would let the password alone in. */
    @Test
    void givenASecondFactorThatCannotBeRead_whenThePasswordIsRight_thenNobodyIsSignedIn(Desk desk) {
        desk.bean(ExpiringStore.class).put("panel:second-factor:fay", new byte[] {1}, ExpiringStore.FOREVER, now(desk));

        assertThat(desk.trySignIn(FAY, Desk.PASSWORD).statusCode()).isEqualTo(500);
        assertThat(desk.cookie()).isEmpty();
    }

    private static Kit setUp(Desk desk) {
        return Kit.of(FAY, desk);
    }

    /** Another browser, where the right password was typed. */
    private static Desk halfIn(Desk desk) {
        var half = desk.another();
        assertThat(header(half.trySignIn(FAY, Desk.PASSWORD), "Location")).isEqualTo(STEP);
        return half;
    }

    private static HttpResponse<String> shows(Desk half, String code) {
        return half.form(STEP, Map.of("code", code));
    }

    private static Desk signIn(Desk desk, Kit kit) {
        var fay = halfIn(desk);
        assertThat(shows(fay, kit.app().code(now(desk))).statusCode()).isEqualTo(303);
        return fay;
    }

    /** Until the app shows the next code. */
    private static void later(Desk desk) {
        desk.later(AuthenticatorApp.STEP);
    }

    private static Instant now(Desk desk) {
        return desk.bean(MutableClock.class).instant();
    }

    private static void assertNobody(Desk desk) {
        assertThat(desk.get("/panel").statusCode()).isEqualTo(303);
        assertThat(desk.get("/panel/api/rooms").statusCode()).isEqualTo(401);
    }

    private static int got(Future<Integer> answer) {
        try {
            return answer.get();
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }
}
