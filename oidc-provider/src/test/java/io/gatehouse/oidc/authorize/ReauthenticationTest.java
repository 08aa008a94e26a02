package io.gatehouse.oidc.authorize;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A site wants a fresh login of somebody who is inside: they press a button, and nobody waits twice. */
class ReauthenticationTest {

    private static final Pattern BUTTON = Pattern.compile("<button[^>]*>([^<]*)</button>");

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000", "gatehouse.rooms.line.title=Line")
            .site("line", "line")
            .site("alb", "shop", "preset=alb", "entry=" + SITE + "/")
            .site("quick", "shop", "login-state-ttl=20s")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @ParameterizedTest
    @CsvSource({"prompt, login", "max_age, 60", "max_age, 0"})
    void givenAVisitorInside_whenAFreshLoginIsWanted_thenOneButtonAnswersItAndTheProofIsOfNow(
            String parameter, String value) {
        var before = authTime(browser.opens(Login.authorize()));
        gatehouse.clock().advance(Duration.ofSeconds(90));

        browser.opens(Login.authorize(parameter, value));
        var unproved = authTime(browser.opens(Login.authorize()));
        var page = browser.opens(Login.authorize(parameter, value));
        gatehouse.clock().advance(Duration.ofSeconds(5));
        var answer = confirms(browser, page);

        assertThat(page.status()).isEqualTo(200);
        assertThat(BUTTON.matcher(page.body()).results()).hasSize(1);
        assertThat(page.body())
                .contains("Log in again</h1>", "The site shop asks", "Log in again as number " + position(browser));
        assertThat(page.url()).doesNotContain("state");
        assertThat(page.header("content-security-policy")).contains("frame-ancestors 'none'");
        assertThat(unproved).isEqualTo(before);
        assertThat(answer.parameter("state")).isEqualTo("st+a/t=e");
        assertThat(authTime(answer)).isEqualTo(before + 95);
    }

    @Test
    void givenAVisitorWhoSpeaksGerman_whenTheyAreAsked_thenThePageDoesToo() {
        browser.opens(Login.authorize());

        var page = browser.opens(Login.authorize("prompt", "login", "ui_locales", "de"));

        assertThat(page.body()).contains("lang=\"de\"", "Als Nummer " + position(browser) + " neu anmelden");
    }

    @Test
    void givenAnAddressThatHasAnsweredOnce_whenItIsOpenedAgain_thenTheVisitorIsAskedAgain() {
        browser.opens(Login.authorize());
        gatehouse.clock().advance(Duration.ofSeconds(1));
        var page = browser.opens(Login.authorize("prompt", "login"));
        var replay = browser.posts("/rooms/shop/continue", Map.of("request", page.parameter("request")))
                .header("location");

        var first = browser.gets(replay);
        var second = browser.opens(replay);

        assertThat(first.header("location")).contains("code=");
        assertThat(second.url()).contains("/authorize/again");
        assertThat(confirms(browser, second).parameters()).containsKey("code");
    }

    @Test
    void givenASiteThatInventsTheMark_whenItWantsAFreshLogin_thenTheVisitorIsAskedAllTheSame() {
        browser.opens(Login.authorize());
        var mark = "0123456789abcdef0123456789abcdef";

        var page = browser.opens(Login.authorize("prompt", "login") + "&gatehouse-proof=" + mark);

        assertThat(page.url()).contains("/authorize/again");
        assertThat(confirms(browser, page).parameters()).containsKey("code");
    }

    @Test
    void givenAMarkForOneRequest_whenItIsPutBehindAnother_thenTheVisitorIsAsked() {
        browser.opens(Login.authorize());
        var page = browser.opens(Login.authorize("prompt", "login", "nonce", "one"));
        var replay = browser.posts("/rooms/shop/continue", Map.of("request", page.parameter("request")))
                .header("location");

        var other = browser.opens(replay.replace("nonce=one", "nonce=two"));

        assertThat(replay).contains("nonce=one", "gatehouse-proof=");
        assertThat(other.url()).contains("/authorize/again");
    }

    @Test
    void givenANewcomer_whenAFreshLoginIsWanted_thenWaitingIsProofEnough() {
        var passing = gatehouse.browser().opens(Login.authorize("prompt", "login", "max_age", "0"));
        var wait = browser.opens(Login.authorize("client_id", "line", "prompt", "login"));
        gatehouse.letIn("line", 1);

        var answer = browser.submits("/rooms/line/continue", Map.of("request", wait.parameter("request")));

        assertThat(passing.parameters()).containsKey("code");
        assertThat(wait.url()).contains("/rooms/line/wait");
        assertThat(answer.parameters()).containsKey("code");
    }

    @Test
    void givenAPageLeftOpenTooLong_whenTheButtonIsPressed_thenTheVisitorEntersAnew() {
        browser.opens(Login.authorize());
        var page = browser.opens(Login.authorize("prompt", "login"));
        gatehouse.clock().advance(Duration.ofSeconds(121));

        assertThat(confirms(browser, page).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenAVisitThatHasEnded_whenItsPageIsOpenStill_thenTheVisitorGetsInLine() {
        browser.opens(Login.authorize());
        var page = browser.opens(Login.authorize("prompt", "login"));
        var room = gatehouse.room("shop");
        room.apply(room.at(Position.of(position(browser))).orElseThrow().id(), Act.EXPIRE);

        var reloaded = browser.gets(page.url());
        var stranger = gatehouse.browser().gets(page.url());

        assertThat(reloaded.status()).isEqualTo(303);
        assertThat(reloaded.header("location")).startsWith("/rooms/shop/enter?");
        assertThat(stranger.header("location")).startsWith("/rooms/shop/enter?");
        assertThat(browser.gets("/authorize/again?request=x.nowhere").status()).isEqualTo(400);
    }

    @Test
    void givenAMaximumAgeThatHasRunOut_whenAskedSilently_thenLoginIsRequired() {
        browser.opens(Login.authorize());
        gatehouse.clock().advance(Duration.ofSeconds(90));

        var answer = browser.opens(Login.authorize("prompt", "none", "max_age", "60"));

        assertThat(answer.parameter("error")).isEqualTo("login_required");
    }

    @ParameterizedTest
    @CsvSource({"alb", "quick"})
    void givenASiteThatAlwaysAsksOrCannotWait_whenItWantsAFreshLogin_thenItIsAnsweredAtOnce(String site) {
        browser.opens(Login.authorize());
        gatehouse.clock().advance(Duration.ofSeconds(90));

        var answer = browser.opens(Login.authorize("client_id", site, "prompt", "login"));

        var tokens = Login.redeem(gatehouse, site, answer.parameter("code"));
        assertThat(Login.claims(tokens.text("id_token")).path("auth_time").asLong())
                .isEqualTo(gatehouse.clock().instant().getEpochSecond());
    }

    private static Page confirms(Browser visitor, Page page) {
        return visitor.submits("/rooms/shop/continue", Map.of("request", page.parameter("request")));
    }

    private static long authTime(Page answer) {
        var tokens = Login.redeem(gatehouse, answer.parameter("code"));
        return Login.claims(tokens.text("id_token")).path("auth_time").asLong();
    }

    private static long position(Browser visitor) {
        return Login.claims(visitor.cookie("gatehouse-place-shop"))
                .path("position")
                .asLong();
    }
}
