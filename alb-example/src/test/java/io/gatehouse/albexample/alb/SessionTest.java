package io.gatehouse.albexample.alb;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long a session lasts and how the browser carries it (facts/relying-parties.md, 6.3). */
@Tag("acceptance")
class SessionTest {

    private final Bench bench = new Bench(options -> options, config -> config.sessionTimeout(Duration.ofHours(1)));

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void givenASession_whenAPageIsOpened_thenTheTargetIsToldWho() {
        bench.logIn("/");

        HttpResponse<String> answer = bench.browser.get(bench.url("/"));

        EchoTarget.Seen seen = bench.target.last();
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(seen.header("x-amzn-oidc-identity")).isEqualTo("visitor-1");
        assertThat(seen.header("x-amzn-oidc-accesstoken")).isEqualTo("at-1");
        assertThat(seen.header("x-amzn-oidc-data")).contains(".");
    }

    @Test
    void givenASession_whenItsCookieIsSet_thenTheBrowserIsToldSevenDays() {
        HttpResponse<String> answer = bench.logIn("/");

        assertThat(PlainBrowser.setCookies(answer).get(0))
                .matches(
                        "AWSELBAuthSessionCookie-0=[\\w-]+; Expires=\\w{3}, \\d\\d \\w{3} \\d{4} [\\d:]{8} GMT; Path=/; HttpOnly");
    }

    @Test
    void givenACallbackFromAnotherOrigin_whenTheCookieIsSet_thenItIsSameSiteNone() {
        String state = bench.beginLogin("/");

        HttpResponse<String> answer = bench.browser.get(
                bench.url("/oauth2/idpresponse?code=c0de&state=" + state.replace("+", "%2B")),
                "Origin",
                "https://other.example");

        assertThat(PlainBrowser.setCookies(answer).get(0)).endsWith("; SameSite=None");
    }

    @Test
    void givenLargeClaims_whenTheSessionIsKept_thenItIsCutInShardsUnderFourKilobytes() {
        bench.provider.userinfoAnswer = "{\"sub\":\"visitor-1\",\"x\":\"" + "x".repeat(11_000) + "\"}";

        HttpResponse<String> welcome = bench.logIn("/");
        HttpResponse<String> page = bench.browser.get(bench.url("/"));

        List<String> shards = PlainBrowser.setCookies(welcome);
        assertThat(shards).hasSize(4);
        assertThat(shards).extracting(shard -> shard.split(";", 2)[0].length()).allMatch(size -> size < 4096);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(bench.target.last().header("x-amzn-oidc-data").length()).isGreaterThan(14_000);
    }

    @Test
    void givenAShorterSessionThanBefore_whenItIsKept_thenTheLeftOverShardsExpire() {
        bench.provider.userinfoAnswer = "{\"sub\":\"visitor-1\",\"x\":\"" + "x".repeat(9_000) + "\"}";
        bench.logIn("/");
        bench.provider.userinfoAnswer = "{\"sub\":\"visitor-2\"}";
        bench.clock.advance(Duration.ofHours(2));
        bench.provider.tokenAnswer = tokens("at-2", "rt");

        bench.logIn("/");
        bench.browser.get(bench.url("/"));

        assertThat(bench.browser.cookies).containsOnlyKeys("AWSALBAuthNonce", "AWSELBAuthSessionCookie-0", "own");
        assertThat(bench.target.last().header("x-amzn-oidc-identity")).isEqualTo("visitor-2");
    }

    @Test
    void givenAnAlteredCookie_whenAPageIsOpened_thenTheVisitorIsNobody() {
        bench.logIn("/");
        bench.browser.cookies.computeIfPresent(
                "AWSELBAuthSessionCookie-0", (name, value) -> value.substring(0, value.length() - 4) + "AAAA");

        HttpResponse<String> answer = bench.browser.get(bench.url("/"));

        assertThat(answer.statusCode()).isEqualTo(302);
    }

    @Test
    void givenALoginStateInTheSessionCookie_whenAPageIsOpened_thenTheVisitorIsNobody() {
        String state = bench.beginLogin("/");
        bench.browser.cookies.put(
                "AWSELBAuthSessionCookie-0",
                state.replace('+', '-').replace('/', '_').replace("=", ""));

        HttpResponse<String> answer = bench.browser.get(bench.url("/"));

        assertThat(answer.statusCode()).isEqualTo(302);
    }

    @Test
    void givenSessionTimeout_whenItIsOver_thenTheBrowserLogsInAgain() {
        bench.logIn("/");
        bench.clock.advance(Duration.ofMinutes(59));
        HttpResponse<String> before = bench.browser.get(bench.url("/"));
        bench.clock.advance(Duration.ofMinutes(2));

        HttpResponse<String> after = bench.browser.get(bench.url("/"));

        assertThat(before.statusCode()).isEqualTo(200);
        assertThat(after.statusCode()).isEqualTo(302);
    }

    @Test
    void givenNoRefreshToken_whenTheAccessTokenRunsOut_thenTheSessionGoesOn() {
        bench.logIn("/");
        bench.clock.advance(Duration.ofMinutes(30));

        HttpResponse<String> answer = bench.browser.get(bench.url("/"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(bench.provider.tokenCalls).hasSize(1);
    }

    @Test
    void givenARefreshToken_whenTheAccessTokenRunsOut_thenTokensAndClaimsAreRenewed() {
        bench.provider.tokenAnswer = tokens("at-1", "rt-1");
        bench.logIn("/");
        bench.clock.advance(Duration.ofSeconds(301));
        bench.provider.tokenAnswer = tokens("at-2", "rt-2");
        bench.provider.userinfoAnswer = "{\"sub\":\"visitor-1\",\"name\":\"renewed\"}";

        HttpResponse<String> answer = bench.browser.get(bench.url("/"));

        assertThat(bench.provider.tokenCalls.get(1))
                .containsEntry("grant_type", "refresh_token")
                .containsEntry("refresh_token", "rt-1");
        assertThat(bench.target.last().header("x-amzn-oidc-accesstoken")).isEqualTo("at-2");
        assertThat(PlainBrowser.setCookies(answer))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("AWSELBAuthSessionCookie-0=");
        assertThat(PlainBrowser.setCookies(answer).get(1)).isEqualTo("own=1");
    }

    @Test
    void givenARefreshedSession_whenTheNextPageIsOpened_thenItIsNotRefreshedAgain() {
        bench.provider.tokenAnswer = tokens("at-1", "rt-1");
        bench.logIn("/");
        bench.clock.advance(Duration.ofSeconds(301));
        bench.browser.get(bench.url("/"));

        bench.browser.get(bench.url("/"));

        assertThat(bench.provider.tokenCalls).hasSize(2);
    }

    @Test
    void givenARefreshThatIsRefused_whenAPageIsOpened_thenTheBrowserLogsInAgain() {
        bench.provider.tokenAnswer = tokens("at-1", "rt-1");
        bench.logIn("/");
        bench.clock.advance(Duration.ofSeconds(301));
        bench.provider.tokenStatus = 400;

        HttpResponse<String> answer = bench.browser.get(bench.url("/"));

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(PlainBrowser.location(answer)).contains("/authorize?");
        assertThat(bench.target.seen).isEmpty();
    }

    private String tokens(String accessToken, String refreshToken) {
        String idToken = bench.provider.idToken(bench.provider.issuer(), "shop", Duration.ofMinutes(5));
        return StubProvider.refreshable(accessToken, refreshToken, idToken);
    }
}
