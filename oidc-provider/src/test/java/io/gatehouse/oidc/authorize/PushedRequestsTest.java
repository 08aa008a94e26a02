package io.gatehouse.oidc.authorize;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sites push their authorization requests (RFC 9126), and browsers bring no more than a name. */
class PushedRequestsTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.limits.enabled=true",
                    "gatehouse.limits.window=1d", // so that nothing comes back while a slow machine works
                    "gatehouse.limits.parked=40KB",
                    "gatehouse.api-clients.nightly.secret=" + SECRET)
            .site("pushing", "shop", "pushed-requests=required")
            .site("both", "shop", "pushed-requests=accepted")
            .site("app", "shop", "pushed-requests=accepted", "public=true")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void emptyTheLineAndFillTheLimits() {
        gatehouse.reopens("shop");
        gatehouse.elapse(Duration.ofDays(1));
    }

    @Test
    void givenARequest_whenItIsPushed_thenTheAnswerIsAsTheStandardSays() {
        var answer = push("pushing", request());

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("request_uri")).startsWith("urn:ietf:params:oauth:request_uri:");
        assertThat(answer.json().path("expires_in").asLong()).isEqualTo(60);
        assertThat(answer.header("cache-control")).contains("no-store");
        assertThat(answer.header("content-type")).startsWith("application/json");
    }

    @Test
    void givenAPushedRequest_whenItsVisitorWaitsLongerThanItsMinute_thenItIsAnsweredAsPushed() {
        var waits = browser.opens(authorize("pushing", pushed("pushing")));
        gatehouse.clock().advance(Duration.ofSeconds(90));

        var answer = letIn(waits);

        assertThat(answer.url()).startsWith(SITE + "/callback?");
        assertThat(answer.parameters()).containsEntry("state", "of the site");
        assertThat(Login.redeem(gatehouse, "pushing", answer.parameter("code")).status())
                .isEqualTo(200);
    }

    @Test
    void givenAnAdmittedVisitor_whenTheBrowserAltersThePushedRequest_thenWhatWasPushedCounts() {
        letIn(browser.opens(authorize("pushing", pushed("pushing"))));

        var altered =
                authorize("pushing", pushed("pushing")) + "&state=other&scope=profile&redirect_uri=http%3A%2F%2Fevil";
        var answer = browser.opens(altered);

        assertThat(answer.url()).startsWith(SITE + "/callback?");
        assertThat(answer.parameters()).containsEntry("state", "of the site").containsKey("code");
    }

    @Test
    void givenAPushedRequest_whenABrowserComesOnceMoreBeforeItsTurn_thenItIsAnsweredOnceAllTheSame() {
        var address = authorize("pushing", pushed("pushing"));
        browser.opens(address);
        var waits = browser.opens(address);

        assertThat(letIn(waits).parameters()).containsKey("code");
        expectRefused(browser.opens(address));
    }

    @Test
    void givenAPushedRequest_whenManyBringItAtOnce_thenOneGetsACode() throws Exception {
        letIn(browser.opens(authorize("pushing", pushed("pushing"))));
        var address = authorize("pushing", pushed("pushing"));
        var calls = new ArrayList<Callable<Page>>();
        for (var call = 0; call < 8; call++) {
            calls.add(() -> browser.gets(address));
        }
        var threads = Executors.newFixedThreadPool(calls.size());
        try {
            var codes = 0;
            for (var answer : threads.invokeAll(calls)) {
                codes += answer.get().headers().getOrDefault("location", "").contains("code=") ? 1 : 0;
            }

            assertThat(codes).isOne();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void givenAPushedRequest_whenNobodyComesForAMinute_thenItIsGone() {
        var address = authorize("pushing", pushed("pushing"));
        gatehouse.clock().advance(Duration.ofSeconds(61));

        expectRefused(browser.opens(address));
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
    }

    @Test
    void givenAPushedRequest_whenItIsBroughtForAnotherSite_thenItIsRefusedAndStaysGood() {
        var requestUri = pushed("pushing");

        expectRefused(browser.opens(authorize("both", requestUri)));
        assertThat(letIn(browser.opens(authorize("pushing", requestUri))).parameters())
                .containsKey("code");
    }

    @Test
    void givenASiteThatMustPush_whenABrowserBringsTheRequestItself_thenTheSiteIsTold() {
        var refused = browser.opens(Login.authorize("client_id", "pushing"));

        assertThat(refused.url()).startsWith(SITE + "/callback?");
        assertThat(refused.parameters()).containsEntry("error", "invalid_request");
        assertThat(browser.opens(Login.authorize("client_id", "both")).url()).contains("/rooms/shop/wait");
    }

    @Test
    void givenAPushedWishForAFreshLogin_whenTheVisitorPressesTheButton_thenTheyGoOn() {
        letIn(browser.opens(authorize("pushing", pushed("pushing"))));
        var request = request();
        request.put("prompt", "login");
        var page = browser.opens(authorize("pushing", push("pushing", request).text("request_uri")));
        assertThat(page.url()).contains("/authorize/again");

        var answer = browser.submits("/rooms/shop/continue", Map.of("request", page.parameter("request")));

        assertThat(answer.parameters()).containsKey("code");
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
            pushing, redirect_uri, http://localhost:9/elsewhere, invalid_request
            pushing, redirect_uri, '', invalid_request
            pushing, response_type, token, unsupported_response_type
            pushing, scope, profile, invalid_scope
            pushing, prompt, none login, invalid_request
            pushing, request, eyJhbGciOiJub25lIn0.e30., request_not_supported
            pushing, request_uri, urn:ietf:params:oauth:request_uri:x, request_uri_not_supported
            pushing, client_id, both, invalid_request
            pushing, id_token_hint, x.y.z, invalid_request
            shop, state, x, unauthorized_client
            nightly, state, x, unauthorized_client
            """)
    void givenAFault_whenARequestIsPushed_thenTheSiteIsToldAtOnce(
            String client, String name, String value, String error) {
        var request = request();
        request.put(name, value);

        var answer = push(client, request);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo(error);
        assertThat(answer.json().has("request_uri")).isFalse();
    }

    @Test
    void givenAWrongSecretOrARepeatedParameter_whenARequestIsPushed_thenItIsRefused() {
        var form = Browser.form(request());

        var wrong = Login.post(gatehouse.issuer() + "/par", Login.basic("pushing", "wrong-wrong-wrong-wrong"), form);
        var none = Login.post(gatehouse.issuer() + "/par", "", form);
        var twice = Login.post(gatehouse.issuer() + "/par", Login.basic("pushing", SECRET), form + "&state=b");

        assertThat(wrong.status()).isEqualTo(401);
        assertThat(none.status()).isEqualTo(401);
        assertThat(twice.text("error")).isEqualTo("invalid_request");
    }

    @Test
    void givenAnAppWithoutASecret_whenItPushesWithoutEnd_thenItsAddressIsBounded() {
        var request = request();
        request.putAll(Map.of(
                "client_id", "app",
                "state", "s".repeat(12_000),
                "code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                "code_challenge_method", "S256"));
        var address = gatehouse.issuer() + "/par";

        assertThat(Login.post(address, "", request).status()).isEqualTo(201);
        request.put("redirect_uri", SITE + "/elsewhere");
        for (var more = 0; more < 3; more++) {
            Login.post(address, "", request);
        }
        assertThat(Login.post(address, "", request).status()).isEqualTo(429);
        assertThat(push("pushing", request()).status()).isEqualTo(201);
    }

    private static Map<String, String> request() {
        return new HashMap<>(Map.of(
                "response_type", "code",
                "redirect_uri", SITE + "/callback",
                "scope", "openid",
                "state", "of the site"));
    }

    private static Answer push(String client, Map<String, String> request) {
        return Login.post(gatehouse.issuer() + "/par", Login.basic(client, SECRET), request);
    }

    private static String pushed(String client) {
        return push(client, request()).text("request_uri");
    }

    private static String authorize(String client, String requestUri) {
        return "/authorize?" + Browser.form(Map.of("client_id", client, "request_uri", requestUri));
    }

    private Page letIn(Page waits) {
        gatehouse.letIn("shop", 1);
        return browser.submits("/rooms/shop/continue", Map.of("request", waits.parameter("request")));
    }

    private static void expectRefused(Page page) {
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.isOutside()).isFalse();
    }
}
