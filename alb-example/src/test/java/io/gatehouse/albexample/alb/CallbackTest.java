package io.gatehouse.albexample.alb;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.FreePorts;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of the table of callback checks (facts/relying-parties.md, 6.2), in its order. */
@Tag("acceptance")
class CallbackTest {

    private static final String CALLBACK = "/oauth2/idpresponse";

    private Bench bench = new Bench();

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void givenNoState_whenTheBrowserComesBack_thenTheStateIsMissing() throws Exception {
        HttpResponse<String> answer = bench.browser.get(bench.url(CALLBACK + "?code=c0de"));

        assertFailed(answer, 401, "AuthMissingStateParam");
    }

    @ParameterizedTest
    @CsvSource({"not-base64!", "AAAA", "c29tZWJvZHkgZWxzZSdzIHN0YXRl"})
    void givenAStateThatIsNotOurs_whenTheBrowserComesBack_thenItIsInvalid(String state) throws Exception {
        HttpResponse<String> answer = bench.callback(state, "code=c0de");

        assertFailed(answer, 401, "AuthInvalidStateParam");
    }

    @Test
    void givenAnAlteredState_whenTheBrowserComesBack_thenItIsInvalid() throws Exception {
        String state = bench.beginLogin("/");

        HttpResponse<String> answer = bench.callback("A" + state.substring(1) + (state.startsWith("A") ? "AAAA" : ""));

        assertFailed(answer, 401, "AuthInvalidStateParam");
    }

    @Test
    void givenNoNonceCookie_whenTheBrowserComesBack_thenTheCodeStaysUnspent() throws Exception {
        String state = bench.beginLogin("/");
        bench.browser.cookies.clear();

        HttpResponse<String> answer = bench.callback(state, "code=c0de");

        assertFailed(answer, 401, "AuthMissingAWSALBAuthNonce");
        assertThat(bench.provider.tokenCalls).isEmpty();
    }

    @Test
    void givenASecondTab_whenTheFirstOneComesBack_thenItsNonceIsGoneAndTheCodeUnspent() throws Exception {
        String first = bench.beginLogin("/first");
        bench.beginLogin("/second");

        HttpResponse<String> answer = bench.callback(first, "code=c0de");

        assertFailed(answer, 401, "AuthInvalidAWSALBAuthNonce");
        assertThat(bench.provider.tokenCalls).isEmpty();
    }

    @Test
    void givenALoginOf899Seconds_whenTheBrowserComesBack_thenItIsLetIn() {
        String state = bench.beginLogin("/");
        bench.clock.advance(Duration.ofSeconds(899));
        bench.provider.tokenAnswer = StubProvider.tokens(
                "at", bench.provider.idToken(bench.provider.issuer(), "shop", Duration.ofMinutes(5)));

        HttpResponse<String> answer = bench.callback(state, "code=c0de");

        assertThat(answer.statusCode()).isEqualTo(302);
    }

    @Test
    void givenALoginOf901Seconds_whenTheBrowserComesBack_thenItIsRefusedWithoutSpendingTheCode() throws Exception {
        String state = bench.beginLogin("/");
        bench.clock.advance(Duration.ofSeconds(901));

        HttpResponse<String> answer = bench.callback(state, "code=c0de");

        assertFailed(answer, 401, "-");
        assertThat(bench.provider.tokenCalls).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"access_denied,401", "temporarily_unavailable,561"})
    void givenAnErrorFromTheProvider_whenTheBrowserComesBack_thenThePageSaysSo(String error, int status)
            throws Exception {
        HttpResponse<String> answer = bench.callback(bench.beginLogin("/"), "error=" + error, "code=c0de");

        assertFailed(answer, status, "-");
    }

    @Test
    void givenNoCode_whenTheBrowserComesBack_thenTheCodeIsMissing() throws Exception {
        HttpResponse<String> answer = bench.callback(bench.beginLogin("/"));

        assertFailed(answer, 401, "AuthMissingCodeParam");
    }

    @Test
    void givenNobodyAtTheTokenEndpoint_whenTheBrowserComesBack_thenTheProviderIsUnreachable() throws Exception {
        rebuild(FreePorts.next(), null);

        HttpResponse<String> answer = bench.logIn("/");

        assertFailed(answer, 500, "AuthTokenEpRequestTimeout");
    }

    @ParameterizedTest
    @CsvSource({"400", "401", "302", "503"})
    void givenATokenEndpointThatRefuses_whenTheBrowserComesBack_thenTheLoginFails(int status) throws Exception {
        bench.provider.tokenStatus = status;

        HttpResponse<String> answer = bench.logIn("/");

        assertFailed(answer, 561, "AuthTokenEpRequestFailed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"access_token\":\"at\",\"token_type\":\"Bearer\",\"expires_in\":300}|AuthInvalidTokenResponse",
                "{\"id_token\":\"x\",\"token_type\":\"Bearer\",\"expires_in\":300}|AuthInvalidTokenResponse",
                "{\"access_token\":\"at\",\"id_token\":\"x\",\"expires_in\":300}|AuthInvalidTokenResponse",
                "{\"access_token\":\"at\",\"id_token\":\"x\",\"token_type\":\"mac\",\"expires_in\":300}|AuthInvalidTokenResponse",
                "{\"access_token\":\"at\",\"id_token\":\"x\",\"token_type\":\"Bearer\"}|AuthInvalidTokenResponse",
                "no json|AuthInvalidTokenResponse",
                "{\"access_token\":\"at\",\"id_token\":\"x\",\"token_type\":\"Bearer\",\"expires_in\":300}|AuthInvalidIdToken",
            })
    void givenAnOddTokenResponse_whenTheBrowserComesBack_thenTheLoginFails(String response, String reason)
            throws Exception {
        bench.provider.tokenAnswer = response;

        HttpResponse<String> answer = bench.logIn("/");

        assertFailed(answer, 401, reason);
    }

    @ParameterizedTest
    @CsvSource({"https://other.example,shop,300", "'',other-client,300", "'',shop,-1"})
    void givenAnIdTokenForSomebodyElse_whenTheBrowserComesBack_thenItIsInvalid(
            String issuer, String audience, int seconds) throws Exception {
        String from = issuer.isEmpty() ? bench.provider.issuer() : issuer;
        bench.provider.tokenAnswer =
                StubProvider.tokens("at", bench.provider.idToken(from, audience, Duration.ofSeconds(seconds)));

        HttpResponse<String> answer = bench.logIn("/");

        assertFailed(answer, 401, "AuthInvalidIdToken");
    }

    @Test
    void givenNobodyAtTheUserinfoEndpoint_whenTheBrowserComesBack_thenTheProviderIsUnreachable() throws Exception {
        rebuild(null, FreePorts.next());

        HttpResponse<String> answer = bench.logIn("/");

        assertFailed(answer, 500, "AuthUserinfoEpRequestTimeout");
    }

    @Test
    void givenUserinfoThatRefuses_whenTheBrowserComesBack_thenTheLoginFails() throws Exception {
        bench.provider.userinfoStatus = 401;

        HttpResponse<String> answer = bench.logIn("/");

        assertFailed(answer, 561, "AuthUserinfoEpRequestFailed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"no json", "{\"name\":\"nobody\"}", "[]"})
    void givenUserinfoWithoutASubject_whenTheBrowserComesBack_thenTheLoginFails(String userinfo) throws Exception {
        bench.provider.userinfoAnswer = userinfo;

        HttpResponse<String> answer = bench.logIn("/");

        assertFailed(answer, 561, "AuthInvalidUserinfoResponse");
    }

    @ParameterizedTest
    @CsvSource({"11264,302", "11265,500"})
    void givenClaimsAndAccessTokenTogether_whenTheyPassElevenKilobytes_thenTheLoginFails(int size, int status) {
        bench.provider.userinfoAnswer = claimsOf(size - "at-1".length());

        HttpResponse<String> answer = bench.logIn("/");

        assertThat(answer.statusCode()).isEqualTo(status);
    }

    @Test
    void givenTheOptionFor401_whenTheClaimsAreTooLarge_thenTheStatusIs401() throws Exception {
        bench.close();
        bench = new Bench(options -> options.limits(Options.Limits.OF_AWS.claimsTooLargeStatus(401)), config -> config);
        bench.provider.userinfoAnswer = claimsOf(12_000);

        HttpResponse<String> answer = bench.logIn("/");

        assertFailed(answer, 401, "AuthUserinfoResponseSizeExceeded");
    }

    @Test
    void givenAGoodCode_whenTheBrowserComesBack_thenItGoesWhereItWantedToGo() throws Exception {
        HttpResponse<String> answer = bench.logIn("/goods/lamp?colour=green&size=a%2Fb");

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(PlainBrowser.location(answer)).isEqualTo(bench.url("/goods/lamp?colour=green&size=a%2Fb"));
        assertThat(answer.headers().firstValue("Server")).contains("awselb/2.0");
        assertThat(PlainBrowser.setCookies(answer)).singleElement().asString().startsWith("AWSELBAuthSessionCookie-0=");
        assertThat(bench.reasonOf(CALLBACK)).isEqualTo("-");
    }

    @Test
    void givenAGoodCode_whenItIsRedeemed_thenTheSecretTravelsInTheBodyAndUserinfoGetsABearer() {
        bench.logIn("/");

        assertThat(bench.provider.tokenCalls)
                .containsExactly(Map.of(
                        "grant_type", "authorization_code",
                        "code", "c0de",
                        "redirect_uri", bench.url(CALLBACK),
                        "client_id", "shop",
                        "client_secret", "s3cret/+ %"));
        assertThat(bench.provider.tokenAuthorizations).containsExactly("");
        assertThat(bench.provider.userinfoAuthorizations).containsExactly("GET Bearer at-1");
    }

    @Test
    void givenTheOptionForBasic_whenACodeIsRedeemed_thenTheSecretTravelsInTheHeader() {
        bench.close();
        bench = new Bench(options -> options.quirks(new Options.Quirks(false, true, false)), config -> config);

        bench.logIn("/");

        assertThat(bench.provider.tokenCalls.get(0)).doesNotContainKeys("client_id", "client_secret");
        assertThat(bench.provider.tokenAuthorizations.get(0)).startsWith("Basic ");
    }

    @Test
    void givenTheOptionThatKeepsNonces_whenTheFirstOfTwoTabsComesBack_thenItIsLetIn() {
        bench.close();
        bench = new Bench(options -> options.quirks(new Options.Quirks(false, false, true)), config -> config);
        String first = bench.beginLogin("/first");
        bench.beginLogin("/second");

        HttpResponse<String> answer = bench.callback(first, "code=c0de");

        assertThat(answer.statusCode()).isEqualTo(302);
    }

    private void assertFailed(HttpResponse<String> answer, int status, String reason) throws InterruptedException {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Server")).contains("awselb/2.0");
        assertThat(answer.body()).contains("<h1>" + status);
        assertThat(bench.reasonOf(CALLBACK)).isEqualTo(reason);
    }

    private void rebuild(@Nullable Integer token, @Nullable Integer userinfo) {
        bench.close();
        bench = new Bench(options -> options, config -> {
            if (token != null) {
                config.tokenEndpoint(URI.create("http://localhost:" + token + "/token"));
            }
            if (userinfo != null) {
                config.userInfoEndpoint(URI.create("http://localhost:" + userinfo + "/userinfo"));
            }
            return config;
        });
    }

    private static String claimsOf(int bytes) {
        String frame = "{\"sub\":\"visitor-1\",\"x\":\"\"}";
        return frame.replace("\"\"}", "\"" + "x".repeat(bytes - frame.length()) + "\"}");
    }
}
