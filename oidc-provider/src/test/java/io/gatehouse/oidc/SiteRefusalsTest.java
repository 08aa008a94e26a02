package io.gatehouse.oidc;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.LogLines;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.time.MutableScheduler;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What operators hear of sites that are refused: a line a minute, and a metric. */
class SiteRefusalsTest {

    private static final String WRONG = "wrong-wrong-wrong-wrong";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=1000",
                    "gatehouse.api-clients.nightly.secret=" + SECRET,
                    "logging.level.io.gatehouse.oidc.client=info")
            .site("blog", "shop")
            .starts();

    @AutoClose
    private final LogLines lines = afterTwoQuietMinutes();

    private final Browser browser = gatehouse.browser();

    @Test
    void givenAWrongSecret_whenItIsSentAgainAndAgain_thenThereIsALineAMinuteUntilItStops() {
        IntStream.range(0, 20).forEach(time -> redeem("blog", WRONG));
        assertThat(lines.all()).containsExactly("site blog: refused once: its client secret is missing or wrong");

        aMinutePasses();
        aMinutePasses();
        redeem("blog", WRONG);

        assertThat(lines.all())
                .containsExactly(
                        "site blog: refused once: its client secret is missing or wrong",
                        "site blog: refused 19 times: its client secret is missing or wrong",
                        "site blog: refused once: its client secret is missing or wrong");
        assertThat(metrics()).contains("gatehouse_refusals_total{reason=\"wrong_secret\",site=\"blog\"} 21.0");
        assertThat(lines.all()).noneMatch(line -> line.contains(WRONG));
    }

    @Test
    void givenSomebodyUnknown_whenTheyAskUnderManyNames_thenThatIsOneLine() {
        IntStream.range(0, 20).forEach(time -> browser.gets(Login.authorize("client_id", "no\nbody" + time)));
        redeem("stranger", SECRET);

        assertThat(lines.all()).containsExactly("site unknown: refused once: no site has this client id: \"no?body0\"");
        assertThat(metrics()).contains("gatehouse_refusals_total{reason=\"unknown_client\",site=\"unknown\"} 21.0");
    }

    @Test
    void givenAnUnknownRedirectUri_whenItIsAskedFor_thenTheLineNamesIt() {
        browser.gets(Login.authorize("redirect_uri", SITE + "/elsewhere"));

        assertThat(lines.all())
                .containsExactly(
                        "site shop: refused once: this is none of its redirect-uris: \"" + SITE + "/elsewhere\"");
    }

    @Test
    void givenSeveralUnknownRedirectUris_whenTheMinuteIsOver_thenTheLineNamesTheLast() {
        IntStream.range(0, 3).forEach(time -> browser.gets(Login.authorize("redirect_uri", SITE + "/" + time)));
        aMinutePasses();

        var sentence = "site shop: refused %s: this is none of its redirect-uris%s: \"" + SITE + "/%d\"";
        assertThat(lines.all())
                .containsExactly(sentence.formatted("once", "", 0), sentence.formatted("2 times", ", the last", 2));
    }

    @Test
    void givenRefusedLogouts_whenTheyComeAgainAndAgain_thenThereIsALineAMinuteForEachReason() {
        for (var time = 0; time < 20; time++) {
            browser.gets("/logout?id_token_hint=junk" + time);
            browser.gets("/logout?client_id=shop&post_logout_redirect_uri=" + SITE + "/bye");
        }

        assertThat(lines.all())
                .containsExactly(
                        "site unknown: refused once: a request at /logout is wrong: \"id_token_hint was not issued here\"",
                        "site shop: refused once: this is none of its post-logout-redirect-uris: \"" + SITE + "/bye\"");
        assertThat(metrics())
                .contains(
                        "gatehouse_refusals_total{reason=\"unknown_post_logout_redirect_uri\",site=\"shop\"} 20.0",
                        "gatehouse_refusals_total{reason=\"logout\",site=\"unknown\"} 20.0");
    }

    @Test
    void givenATokenThatIsNoneOfOurs_whenItIsShown_thenThatIsCountedForItsSite() {
        Login.get(gatehouse.issuer() + "/userinfo", "Bearer nonsense");
        Login.redeem(gatehouse, "nonsense");

        assertThat(lines.all())
                .containsExactly(
                        "site unknown: refused once: a code or token is not good, or not any more",
                        "site shop: refused once: a code or token is not good, or not any more");
    }

    @Test
    void givenATokenThatHasEnded_whenItIsShown_thenThatIsCountedForItsSite() {
        var ended = userinfoAfter(shown -> gatehouse.reopens("shop"));
        var revoked = userinfoAfter(shown -> Login.post(
                gatehouse.issuer() + "/revoke",
                Login.basic("shop", SECRET),
                Map.of("token", shown.text("access_token"))));

        assertThat(ended.status()).isEqualTo(401);
        assertThat(revoked.status()).isEqualTo(401);
        aMinutePasses();
        assertThat(lines.all())
                .containsExactly(
                        "site shop: refused once: a code or token is not good, or not any more",
                        "site shop: refused once: a code or token is not good, or not any more");
    }

    private Login.Answer userinfoAfter(Consumer<Login.Answer> end) {
        var tokens = Login.redeem(gatehouse, Login.authorizeCode(browser, "shop"));
        end.accept(tokens);
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));
    }

    private static void redeem(String site, String secret) {
        Login.post(
                gatehouse.issuer() + "/token",
                Login.basic(site, secret),
                Map.of("grant_type", "authorization_code", "code", "x", "redirect_uri", SITE + "/callback"));
    }

    private static LogLines afterTwoQuietMinutes() {
        aMinutePasses();
        aMinutePasses();
        return LogLines.of("io.gatehouse.oidc.client");
    }

    private static void aMinutePasses() {
        gatehouse.bean(MutableScheduler.class).advance(Duration.ofMinutes(1));
    }

    private static String metrics() {
        var form = Map.of("grant_type", "client_credentials", "scope", "rooms.read");
        var token = Login.post(gatehouse.issuer() + "/token", Login.basic("nightly", SECRET), form)
                .text("access_token");
        return Login.get(gatehouse.issuer() + "/panel/api/metrics", "Bearer " + token)
                .body();
    }
}
