package io.gatehouse.oidc.authorize;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code /authorize} accepts, and what it answers to whom when it does not. */
class AuthorizationRequestRulesTest {

    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000", "gatehouse.rooms.line.title=Line")
            .site("line", "line")
            .site("query", "shop", "redirect-uris=" + SITE + "/ajax.php?action=oidc")
            .site("pkce", "shop", "require-pkce=true", "redirect-uris=http://127.0.0.1:9/callback")
            .site("silent", "shop", "iss=false", "reauthenticate=false")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("line");
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
            response_type, '', invalid_request
            response_type, token, unsupported_response_type
            response_type, code id_token, unsupported_response_type
            response_mode, fragment, invalid_request
            response_mode, dance, invalid_request
            scope, '', invalid_scope
            scope, profile email, invalid_scope
            request, eyJhbGciOiJub25lIn0.e30., request_not_supported
            request_uri, urn:ietf:params:oauth:request_uri:x, request_uri_not_supported
            registration, {}, registration_not_supported
            prompt, dance, invalid_request
            prompt, none login, invalid_request
            max_age, -1, invalid_request
            max_age, soon, invalid_request
            max_age, 99999999999999999999, invalid_request
            code_challenge, E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM, invalid_request
            code_challenge_method, S256, invalid_request
            id_token_hint, junk, invalid_request
            id_token_hint, e30.e30.e30, invalid_request
            """)
    void givenAMalformedRequest_whenItArrives_thenTheSiteIsToldAndNobodyWaits(String name, String value, String error) {
        var answer = browser.opens(Login.authorize("client_id", "line", name, value));

        assertThat(answer.url()).startsWith(SITE + "/callback?");
        assertThat(answer.parameters())
                .containsEntry("error", error)
                .containsEntry("state", "st+a/t=e")
                .containsEntry("iss", gatehouse.issuer())
                .doesNotContainKey("code");
        assertThat(gatehouse.room("line").snapshot().issued()).isZero();
    }

    @Test
    void givenAMalformedRequest_whenItArrives_thenItLeavesNoCookie() {
        var answer = browser.gets(Login.authorize("client_id", "line", "prompt", "dance"));

        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("set-cookie")).isEmpty();
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "nonce", "scope", "prompt", "response_type", "code_challenge"})
    void givenAParameterTwice_whenItArrives_thenTheRequestIsRefused(String name) {
        var answer = browser.opens(Login.authorize(name, "openid") + "&" + name + "=openid");

        assertThat(answer.parameter("error")).isEqualTo("invalid_request");
    }

    @Test
    void givenSeveralResources_whenAsked_thenTheyAreIgnoredAsOneIs() {
        var answer = browser.opens(Login.authorize("resource", "https://a.example") + "&resource=https%3A%2F%2Fb");

        assertThat(answer.parameter("code")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:9/callback/",
                "http://localhost:9/callback?",
                "http://localhost:9/callback?x=1",
                "http://localhost:9/callback#x",
                "http://localhost:9/Callback",
                "http://LOCALHOST:9/callback",
                "http://localhost:90/callback",
                "http://localhost/callback",
                "https://localhost:9/callback",
                "http://127.0.0.1:9/callback",
                "http://a@localhost:9/callback",
                "http://localhost:9/x/../callback",
                "http://localhost:9/%63allback",
                "http://localhost:9/ajax.php?action=oidc",
                "javascript:alert(1)",
                ""
            })
    void givenARedirectUriThatDiffersByAByte_whenAsked_thenAPageOfOursSaysSo(String redirectUri) {
        var answer = browser.gets(Login.authorize("client_id", "line", "redirect_uri", redirectUri));

        expectRefusedHere(answer);
        assertThat(answer.body())
                .contains("This link cannot lead you back", "redirect_uri is not registered for this client</code>");
    }

    @Test
    void givenALoopbackRedirectUri_whenItsPortDiffers_thenItIsRefusedLikeAnyOther() {
        expectRefusedHere(
                browser.gets(Login.authorize("client_id", "pkce", "redirect_uri", "http://127.0.0.1:10/callback")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "SHOP", "shop ", "", "../shop", "nightly"})
    void givenAnUnknownClient_whenAsked_thenAPageOfOursSaysSo(String client) {
        var answer = browser.gets(Login.authorize("client_id", client));

        expectRefusedHere(answer);
        assertThat(answer.body()).contains("We do not know this site", "client_id is not registered here</code>");
    }

    @Test
    void givenTheClientTwice_whenAsked_thenAPageOfOursSaysSo() {
        expectRefusedHere(browser.gets(Login.authorize() + "&client_id=line"));
    }

    @Test
    void givenNoParametersAtAll_whenAsked_thenAPageOfOursSaysSo() {
        expectRefusedHere(browser.gets("/authorize"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%zz", "%", "%c3%28", "%00"})
    void givenABrokenEncoding_whenAsked_thenItIsRefusedWithoutATrace(String broken) {
        var answer = RawRequest.get(gatehouse, "/authorize?client_id=shop&state=" + broken);

        assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("Exception", "jetty", "Jetty", "\tat ");
    }

    @Test
    void givenAStateOfEverySign_whenAnswered_thenItComesBackExactly() {
        var state = "a+b/c=d e&f?g#h%i\"j<k>l'm\\n\u00fc\u20ac\ud83c\udf9f~-_.!*()";

        var answer = browser.opens(Login.authorize("state", state));

        assertThat(answer.parameter("code")).isNotEmpty();
        assertThat(answer.parameter("state")).isEqualTo(state);
        assertThat(answer.url()).contains("state=a%2Bb%2Fc%3Dd%20e%26f");
    }

    @ParameterizedTest
    @ValueSource(strings = {"+/=", "abc", "\u00fc\u20ac"})
    void givenAStateOfFourKilobytes_whenTheVisitorHasWaited_thenItComesBackExactly(String sign) {
        var state = sign.repeat(4096 / sign.getBytes(UTF_8).length);
        var wait = browser.opens(Login.authorize("client_id", "line", "state", state));
        gatehouse.letIn("line", 1);

        var answer = browser.submits("/rooms/line/continue", Map.of("request", wait.parameter("request")));

        assertThat(answer.parameter("code")).isNotEmpty();
        assertThat(answer.parameter("state")).isEqualTo(state);
    }

    @Test
    void givenARequestAsLongAsItMayBe_whenTheVisitorHasWaited_thenItIsAnswered() {
        var address = Login.authorize("client_id", "line", "state", "x".repeat(4096)) + "&filler=";
        var before = address.length() - address.indexOf('?') - 1;
        var wait = browser.opens(address + "y".repeat(17 * 1024 - before)); // of which 16 KB are promised
        gatehouse.letIn("line", 1);

        var answer = browser.submits("/rooms/line/continue", Map.of("request", wait.parameter("request")));

        assertThat(answer.parameter("code")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 60, 100})
    void givenARequestThatIsTooLong_whenAsked_thenItIsRefusedWithoutATrace(int kilobytes) {
        var answer = RawRequest.get(gatehouse, Login.authorize() + "&filler=" + "y".repeat(kilobytes * 1024));

        assertThat(answer).containsPattern("^HTTP/1.1 (414|431)").containsOnlyOnce("Connection: close");
        assertThat(answer).doesNotContain("Exception", "jetty", "Jetty", "\tat ");
        assertThat(answer).doesNotContain("Location:", "Set-Cookie:");
    }

    @Test
    void givenAHeaderThatIsTooLong_whenAsked_thenItIsRefusedWithoutATrace() {
        var answer = RawRequest.get(gatehouse, Login.authorize(), "Cookie: a=" + "y".repeat(100 * 1024));

        assertThat(answer).startsWith("HTTP/1.1 431").doesNotContain("Exception", "jetty", "Jetty", "\tat ");
    }

    @Test
    void givenAnAdmittedVisitor_whenTheRequestIsPosted_thenItIsAnsweredAsAGetOfOurs() {
        browser.opens(Login.authorize());

        var redirect = browser.posts("/authorize", Browser.parameters(Login.authorize("nonce", "n+1")));

        assertThat(redirect.status()).isEqualTo(303);
        assertThat(redirect.header("location")).startsWith("/authorize?");
        assertThat(browser.opens(redirect.header("location")).parameters())
                .containsKey("code")
                .containsEntry("state", "st+a/t=e");
    }

    @Test
    void givenAPost_whenItsAddressHasParametersToo_thenOnlyTheFormIsRead() {
        browser.opens(Login.authorize());
        var form = Browser.parameters(Login.authorize());

        var beside = browser.posts("/authorize?state=other&client_id=line&max_age=x&nonce", form);
        var instead = browser.posts(Login.authorize(), Map.of());

        assertThat(beside.status()).isEqualTo(303);
        assertThat(browser.opens(beside.header("location")).parameters())
                .containsKey("code")
                .containsEntry("state", "st+a/t=e");
        expectRefusedHere(instead);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer junk", "Basic eDp5"})
    void givenCredentialsInTheHeader_whenABrowserArrivesWithThem_thenTheyAreIgnored(String credentials) {
        var nobody = browser.sends(browser.request(Login.authorize("prompt", "none"))
                .header("Authorization", credentials)
                .build());
        browser.opens(Login.authorize());
        var admitted = browser.sends(browser.request(Login.authorize())
                .header("Authorization", credentials)
                .build());

        assertThat(nobody.header("location")).startsWith(SITE + "/callback?").contains("error=login_required");
        assertThat(admitted.header("location")).startsWith(SITE + "/callback?").contains("code=");
    }

    @Test
    void givenAPostOfMoreThanSixteenKilobytes_whenAsked_thenItIsRefused() {
        var form = new HashMap<>(Browser.parameters(Login.authorize()));
        form.put("filler", "y".repeat(20 * 1024));

        var answer = browser.posts("/authorize", form);

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.header("location")).isEmpty();
    }

    /** It is refused before it is read; if that cuts off who still sends it, the answer is lost, and we ask again. */
    @Test
    void givenAHugePost_whenAsked_thenItIsRefusedWithoutATrace() {
        var form = new HashMap<>(Browser.parameters(Login.authorize()));
        form.put("filler", "y".repeat(400 * 1024));

        var answer = await().atMost(Duration.ofMinutes(2))
                .ignoreException(UncheckedIOException.class)
                .until(() -> browser.posts("/authorize", form), Objects::nonNull);

        assertThat(answer.status()).isIn(400, 413);
        assertThat(answer.body()).doesNotContain("Exception", "jetty", "Jetty", "\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/plain", "multipart/form-data; boundary=x", "nonsense"})
    void givenAPostOfAnotherKind_whenAsked_thenAPageOfOursSaysSo(String type) {
        var answer = browser.sends(browser.request("/authorize")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{\"client_id\":\"shop\"}"))
                .build());

        expectRefusedHere(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "PATCH"})
    void givenAnotherMethod_whenAsked_thenItIsNotAllowed(String method) {
        var answer = browser.sends(browser.request(Login.authorize())
                .method(method, BodyPublishers.noBody())
                .build());

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("allow")).isEqualTo("GET, POST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/%61uthorize", "//authorize", "/authorize/", "/authorize;x=1", "/x/../authorize", "/AUTHORIZE"})
    void givenAnAdmittedVisitor_whenThePathIsWrittenOddly_thenTheRulesAreNotPassedBy(String path) {
        browser.opens(Login.authorize());
        var query = Login.authorize("redirect_uri", "https://evil.example/").replace("/authorize", "");

        var answer = RawRequest.get(
                gatehouse, path + query, "Cookie: gatehouse-place-shop=" + browser.cookie("gatehouse-place-shop"));

        assertThat(answer).startsWith("HTTP/1.1 4").doesNotContain("code=", "Location:", "Exception", "\tat ");
    }

    @Test
    void givenForwardedHeadersOfAStranger_whenAsked_thenAddressesStayOurs() {
        var answer = RawRequest.get(
                gatehouse,
                Login.authorize("client_id", "line"),
                "X-Forwarded-Host: evil.example",
                "X-Forwarded-Proto: https",
                "X-Forwarded-Prefix: /evil",
                "X-Forwarded-For: 1.2.3.4");
        var discovery = RawRequest.get(
                gatehouse, "/.well-known/openid-configuration", "X-Forwarded-Host: evil.example", "Host: evil");

        assertThat(answer).startsWith("HTTP/1.1 303").doesNotContain("evil");
        assertThat(discovery).doesNotContain("evil");
    }

    @Test
    void givenARedirectUriWithAQuery_whenAnswered_thenTheAnswerGoesBehindIt() {
        var answer =
                browser.opens(Login.authorize("client_id", "query", "redirect_uri", SITE + "/ajax.php?action=oidc"));

        assertThat(answer.url()).startsWith(SITE + "/ajax.php?action=oidc&code=");
    }

    @Test
    void givenASiteThatCannotBearIss_whenAnswered_thenItIsLeftOut() {
        var answer = browser.opens(Login.authorize("client_id", "silent"));

        assertThat(answer.parameters()).containsKey("code").doesNotContainKey("iss");
    }

    @Test
    void givenFormPost_whenAnswered_thenAPagePostsTheAnswerToTheSite() {
        var page = browser.opens(Login.authorize("response_mode", "form_post", "state", "\"><script>"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("cache-control")).isEqualTo("no-store");
        assertThat(page.body())
                .contains("action=\"" + SITE + "/callback\"", "name=\"code\"", "name=\"iss\"")
                .contains("value=\"&quot;&gt;&lt;script&gt;\"")
                .doesNotContain("\"><script>\"");
        assertThat(browser.gets("/form-post.js").status()).isEqualTo(200);
    }

    @Test
    void givenFormPost_whenTheRequestIsMalformed_thenTheErrorIsPostedToo() {
        var page = browser.opens(Login.authorize("response_mode", "form_post", "prompt", "dance"));

        assertThat(page.body()).contains("action=\"" + SITE + "/callback\"", "value=\"invalid_request\"");
    }

    @ParameterizedTest
    @CsvSource({"silent, login", "shop, consent", "shop, select_account", "silent, login consent"})
    void givenAnAdmittedVisitor_whenAskedWithAPrompt_thenTheyPassWithoutAPage(String site, String prompt) {
        browser.opens(Login.authorize());

        assertThat(browser.opens(Login.authorize("client_id", site, "prompt", prompt))
                        .parameters())
                .containsKey("code");
    }

    @Test
    void givenNobody_whenAskedSilently_thenLoginIsRequiredAndNoPlaceTaken() {
        var answer = browser.gets(Login.authorize("client_id", "line", "prompt", "none"));

        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("location")).contains("error=login_required", "state=st%2Ba%2Ft%3De", "iss=");
        assertThat(answer.header("set-cookie")).isEmpty();
        assertThat(gatehouse.room("line").snapshot().issued()).isZero();
    }

    @Test
    void givenAnAdmittedVisitor_whenAskedSilently_thenTheyPass() {
        browser.opens(Login.authorize());

        assertThat(browser.opens(Login.authorize("prompt", "none")).parameters())
                .containsKey("code");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "999999999999"})
    void givenAnAdmittedVisitor_whenAskedWithAMaximumAge_thenTheyPassWithoutAPage(String age) {
        browser.opens(Login.authorize());

        var answer = browser.opens(Login.authorize("client_id", "silent", "max_age", age));

        assertThat(answer.parameters()).containsKey("code");
    }

    @Test
    void givenAnAdmissionOfLongAgo_whenTheMaximumAgeHasRunOut_thenItIsProvedNowAndRemembered() {
        var before = authTime(browser.opens(Login.authorize()));
        gatehouse.clock().advance(Duration.ofSeconds(100));

        var kept = authTime(browser.opens(Login.authorize("max_age", "1000")));
        var proved = authTime("silent", browser.opens(Login.authorize("client_id", "silent", "max_age", "50")));
        var remembered = authTime(browser.opens(Login.authorize()));

        assertThat(kept).isEqualTo(before);
        assertThat(proved).isGreaterThanOrEqualTo(before + 100);
        assertThat(remembered).isEqualTo(proved);
    }

    @Test
    void givenAnIdTokenOfOurs_whenItComesAsAHint_thenTheVisitorPasses() {
        var hint = idToken(browser.opens(Login.authorize()));

        assertThat(browser.opens(Login.authorize("prompt", "none", "id_token_hint", hint))
                        .parameters())
                .containsKey("code");
    }

    @Test
    void givenAnotherVisitorsIdToken_whenAskedSilentlyWithIt_thenLoginIsRequired() {
        var hint = idToken(gatehouse.browser().opens(Login.authorize()));
        browser.opens(Login.authorize());

        var answer = browser.opens(Login.authorize("prompt", "none", "id_token_hint", hint));

        assertThat(answer.parameter("error")).isEqualTo("login_required");
    }

    @Test
    void givenAnAlteredIdToken_whenItComesAsAHint_thenItIsRefused() {
        var hint = idToken(browser.opens(Login.authorize()));
        var altered = hint.substring(0, hint.length() - 6) + "AAAAAA";

        assertThat(browser.opens(Login.authorize("id_token_hint", altered)).parameter("error"))
                .isEqualTo("invalid_request");
        assertThat(browser.opens(Login.authorize("client_id", "silent", "id_token_hint", hint))
                        .parameter("error"))
                .isEqualTo("invalid_request");
    }

    @ParameterizedTest
    @CsvSource({"'',''", CHALLENGE + ",plain", CHALLENGE + ",''", "short,S256", "'',S256"})
    void givenASiteThatMustUsePkce_whenTheChallengeIsNone_thenItIsRefused(String challenge, String method) {
        var answer = browser.opens(Login.authorize(
                "client_id",
                "pkce",
                "redirect_uri",
                "http://127.0.0.1:9/callback",
                "code_challenge",
                challenge,
                "code_challenge_method",
                method));

        assertThat(answer.parameter("error")).isEqualTo("invalid_request");
    }

    @Test
    void givenASiteThatMustUsePkce_whenTheChallengeIsGood_thenTheVisitorPasses() {
        var answer = browser.opens(Login.authorize(
                "client_id",
                "pkce",
                "redirect_uri",
                "http://127.0.0.1:9/callback",
                "code_challenge",
                CHALLENGE,
                "code_challenge_method",
                "S256"));

        assertThat(answer.parameters()).containsKey("code");
    }

    @Test
    void givenALocale_whenTheVisitorWaits_thenThePageSpeaksIt() {
        var page = browser.opens(Login.authorize("client_id", "line", "ui_locales", "is de-CH en"));

        assertThat(page.url()).contains("/rooms/line/wait");
        assertThat(page.body()).contains("<html lang=\"de\"");
    }

    @Test
    void givenParametersThatWeDoNotKnow_whenAsked_thenTheyAreIgnored() {
        var answer = browser.opens(Login.authorize(
                "scope",
                "openid offline_access groups",
                "approval_prompt",
                "force",
                "access_type",
                "offline",
                "display",
                "page",
                "login_hint",
                "x",
                "acr_values",
                "gold",
                "claims",
                "{}"));

        assertThat(answer.parameters()).containsKey("code");
    }

    @Test
    void givenAVisitorWaits_whenTheyAreSentToThePage_thenItsAddressTellsNothingOfTheRequest() {
        var address = Login.authorize("client_id", "line", "state", "sesame", "nonce", "secretnonce");

        var forItsCookie = browser.gets(address);
        var redirect = browser.gets(forItsCookie.header("location"));

        assertThat(redirect.status()).isEqualTo(303);
        for (var answer : java.util.List.of(forItsCookie, redirect)) {
            assertThat(answer.header("cache-control")).isEqualTo("no-store");
            assertThat(answer.header("set-cookie")).doesNotContain("sesame", "secretnonce", "callback");
        }
        assertThat(redirect.header("location")).doesNotContain("sesame", "secretnonce", "callback");
    }

    private static void expectRefusedHere(Page answer) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("content-type")).startsWith("text/html");
        assertThat(answer.header("location")).isEmpty();
        assertThat(answer.header("set-cookie")).isEmpty();
        assertThat(gatehouse.room("line").snapshot().issued()).isZero();
    }

    private static long authTime(Page answer) {
        return Login.claims(idToken(answer)).path("auth_time").asLong();
    }

    private static long authTime(String site, Page answer) {
        var tokens = Login.redeem(gatehouse, site, answer.parameter("code"));
        return Login.claims(tokens.text("id_token")).path("auth_time").asLong();
    }

    private static String idToken(Page answer) {
        return Login.redeem(gatehouse, answer.parameter("code")).text("id_token");
    }
}
