package io.gatehouse.oidc;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The OpenID Foundation's plan "Basic OP", as far as other tests do not send its modules' requests already;
 * docs/conformance.md has the whole table.
 */
class ConformanceBasicTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with("gatehouse.rooms.shop.capacity=100000")
            .site("second", "shop")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @Test
    @DisplayName("oidcc-response-type-missing")
    void givenNoResponseType_whenAsked_thenTheSiteIsToldAndStateComesBack() {
        var answer = browser.opens(Login.authorize().replaceFirst("&?response_type=code", ""));

        assertThat(answer.url()).startsWith(SITE + "/callback?");
        assertThat(answer.parameters())
                .containsEntry("error", "invalid_request")
                .containsEntry("state", "st+a/t=e")
                .doesNotContainKey("code");
    }

    @ParameterizedTest
    @CsvSource({
        "openid profile, name",
        "openid email, email",
        "openid address, sub",
        "openid phone, sub",
        "openid profile email address phone, name",
        "email openid, email"
    })
    @DisplayName("oidcc-scope-profile, -email, -address, -phone, -all, oidcc-alternate-happy-flow")
    void givenAScope_whenAsked_thenUserinfoHasItsClaimsIfWeHaveAny(String scope, String claim) {
        var tokens = login("scope", scope);

        var userinfo = userinfo(tokens);

        assertThat(userinfo.status()).isEqualTo(200);
        assertThat(userinfo.json().has(claim)).isTrue();
        assertThat(userinfo.text("sub")).isEqualTo(claims(tokens).path("sub").asString());
        assertThat(userinfo.json().has("phone_number")).isFalse();
        assertThat(claims(tokens).propertyNames())
                .containsOnly("iss", "sub", "aud", "exp", "iat", "jti", "auth_time", "at_hash", "sid");
        assertThat(scope.split(" ")).contains(tokens.text("scope").split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "display, page",
        "display, popup",
        "login_hint, bob@example.com",
        "ui_locales, se",
        "claims_locales, se",
        "extra, foobar"
    })
    @DisplayName("oidcc-display-page, -popup, oidcc-login-hint, oidcc-ui-locales, oidcc-claims-locales,"
            + " oidcc-ensure-request-with-unknown-parameter-succeeds")
    void givenAWishThatChangesNothing_whenAsked_thenTheLoginSucceeds(String parameter, String value) {
        assertThat(login(parameter, value).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("oidcc-prompt-login")
    void givenAVisitorWhoIsIn_whenLoginIsDemanded_thenAuthTimeIsLaterAndTheyAreTheSame() {
        var first = claims(login());
        gatehouse.clock().advance(Duration.ofSeconds(2));

        var second = claims(login("prompt", "login"));

        assertThat(authTime(second)).isGreaterThan(authTime(first));
        assertThat(second.path("sub")).isEqualTo(first.path("sub"));
    }

    @Test
    @DisplayName("oidcc-prompt-none-logged-in")
    void givenAVisitorWhoIsIn_whenAskedSilently_thenTheIdTokenSaysTheSame() {
        var first = claims(login());
        gatehouse.clock().advance(Duration.ofSeconds(2));

        var second = claims(login("prompt", "none"));

        assertThat(authTime(second)).isEqualTo(authTime(first));
        assertThat(second.path("sub")).isEqualTo(first.path("sub"));
    }

    @Test
    @DisplayName("oidcc-max-age-1")
    void givenAVisitorWhoIsIn_whenOneSecondIsTheMost_thenAuthTimeIsOfNow() {
        var first = claims(login());
        gatehouse.clock().advance(Duration.ofSeconds(2));

        var second = claims(login("max_age", "1"));

        assertThat(authTime(second)).isGreaterThan(authTime(first));
        assertThat(second.path("iat").asLong() - authTime(second)).isLessThanOrEqualTo(1);
        assertThat(second.path("sub")).isEqualTo(first.path("sub"));
    }

    @Test
    @DisplayName("oidcc-max-age-10000")
    void givenAVisitorWhoIsIn_whenTenThousandSecondsAreTheMost_thenAuthTimeIsAsBefore() {
        var first = claims(login("max_age", "15000"));
        gatehouse.clock().advance(Duration.ofSeconds(2));

        var second = claims(login("max_age", "10000"));

        assertThat(authTime(second)).isEqualTo(authTime(first));
        assertThat(second.path("sub")).isEqualTo(first.path("sub"));
    }

    @Test
    @DisplayName("oidcc-id-token-hint")
    void givenAHint_whenAskedSilently_thenTheIdTokenNamesTheSameVisitor() {
        var first = login();

        var second = login("prompt", "none", "id_token_hint", first.text("id_token"));

        assertThat(claims(second).path("sub")).isEqualTo(claims(first).path("sub"));
    }

    @Test
    @DisplayName("oidcc-ensure-request-with-acr-values-succeeds")
    void givenAcrValues_whenAsked_thenTheIdTokenSaysWhichHoldsAndElseNone() {
        var supported = Login.get(gatehouse.issuer() + "/.well-known/openid-configuration", "")
                .json()
                .path("acr_values_supported")
                .get(0)
                .asString();

        assertThat(claims(login("acr_values", supported)).path("acr").asString())
                .isEqualTo(supported);
        assertThat(claims(login("acr_values", "1 2")).path("acr").asString()).isEqualTo("0");
        assertThat(claims(login()).has("acr")).isFalse();
    }

    @Test
    @DisplayName("oidcc-codereuse-30seconds")
    void givenARedeemedCode_whenItIsUsedAgainHalfAMinuteLater_thenTheFirstTokensAreVoid() {
        var code = code();
        var tokens = Login.redeem(gatehouse, code);
        gatehouse.clock().advance(Duration.ofSeconds(30));

        var again = Login.redeem(gatehouse, code);

        assertThat(again.status()).isEqualTo(400);
        assertThat(again.text("error")).isEqualTo("invalid_grant");
        assertThat(userinfo(tokens).status()).isEqualTo(401);
    }

    @Test
    @DisplayName("oidcc-claims-essential")
    void givenClaimsAreAskedForOneByOne_whenAsked_thenEachIsWhereItWasAskedForAndNoOther() {
        var tokens = login(
                "scope",
                "openid",
                "claims",
                "{\"userinfo\":{\"name\":{\"essential\":true},\"birthdate\":null},"
                        + "\"id_token\":{\"position\":null,\"acr\":null},\"verified_claims\":7}");

        assertThat(userinfo(tokens).json().propertyNames()).containsExactlyInAnyOrder("sub", "name");
        assertThat(claims(tokens).path("position").asLong()).isPositive();
        assertThat(claims(tokens).path("acr").asString()).isEqualTo("0");
        assertThat(claims(tokens).has("name")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name",
                "[]",
                "\"name\"",
                "{\"userinfo\":[]}",
                "{\"userinfo\":{\"name\":true}}",
                "{\"id_token\":{\"name\":\"essential\"}}",
                "{} {}"
            })
    void givenClaimsThatAreNone_whenAsked_thenTheSiteIsToldAndNobodyWaits(String claims) {
        var answer = browser.opens(Login.authorize("claims", claims));

        assertThat(answer.url()).startsWith(SITE + "/callback?");
        assertThat(answer.parameter("error")).isEqualTo("invalid_request");
    }

    @Test
    void givenAnEssentialAcr_whenWeDoNotHaveIt_thenTheRequirementIsUnmet() {
        var essential = "{\"id_token\":{\"acr\":{\"essential\":true,\"values\":[\"%s\",\"2\"]}}}";

        assertThat(browser.opens(Login.authorize("claims", essential.formatted("1")))
                        .parameter("error"))
                .isEqualTo("unmet_authentication_requirements");
        assertThat(claims(login("claims", essential.formatted("0"))).path("acr").asString())
                .isEqualTo("0");
    }

    @Test
    void givenTheOnlyVisitorThatTheSiteWants_whenAsked_thenNobodyElseIsAnsweredFor() {
        var wanted = "{\"id_token\":{\"sub\":{\"value\":\"%s\"}}}";
        var sub = claims(login()).path("sub").asString();

        assertThat(claims(login("claims", wanted.formatted(sub))).path("sub").asString())
                .isEqualTo(sub);
        for (var visitor : List.of(browser, gatehouse.browser())) {
            assertThat(visitor.opens(Login.authorize("claims", wanted.formatted("somebody-else")))
                            .parameter("error"))
                    .isEqualTo("login_required");
        }
    }

    @Test
    @DisplayName("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported")
    void givenAnUnsignedRequestObject_whenAsked_thenItIsRefusedAsTheDocumentSays() {
        var answer = browser.opens(Login.authorize("request", unsigned("{\"nonce\":\"n\",\"state\":\"other\"}")));

        assertThat(answer.url()).startsWith(SITE + "/callback?");
        assertThat(answer.parameters())
                .containsEntry("error", "request_not_supported")
                .containsEntry("state", "st+a/t=e");
    }

    @Test
    @DisplayName("oidcc-ensure-request-object-with-redirect-uri")
    void givenARequestObjectWithAnotherRedirectUri_whenAsked_thenNobodyIsSentThere() {
        var object = unsigned("{\"redirect_uri\":\"https://evil.example/\",\"response_type\":\"code\"}");

        var beside = browser.opens(Login.authorize("request", object));
        var instead = browser.gets("/authorize?client_id=shop&scope=openid&response_type=code&request=" + object);

        assertThat(beside.url()).startsWith(SITE + "/callback?error=request_not_supported");
        assertThat(instead.status()).isEqualTo(400);
        assertThat(instead.header("location")).isEmpty();
    }

    @Test
    @DisplayName("oidcc-server-client-secret-post, and a code of one site at another")
    void givenTwoSites_whenTheSecondRedeemsTheCodeOfTheFirst_thenItIsRefused() {
        var answer = Login.post(
                gatehouse.issuer() + "/token",
                "",
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        code(),
                        "redirect_uri",
                        SITE + "/callback",
                        "client_id",
                        "second",
                        "client_secret",
                        SECRET));

        assertThat(answer.text("error")).isEqualTo("invalid_grant");
    }

    private Answer login(String... more) {
        return Login.redeem(gatehouse, code(more));
    }

    private String code(String... more) {
        var page = browser.opens(Login.authorize(more));
        if (page.url().contains("/authorize/again")) { // the picture that the suite wants is of this page
            assertThat(page.body()).contains("Log in again as number ");
            page = browser.submits("/rooms/shop/continue", Map.of("request", page.parameter("request")));
        }
        assertThat(page.parameters()).as(page.url()).containsKey("code");
        return state(page).parameter("code");
    }

    private static Page state(Page page) {
        assertThat(page.parameter("state")).isEqualTo("st+a/t=e");
        return page;
    }

    private static Answer userinfo(Answer tokens) {
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));
    }

    private static JsonNode claims(Answer tokens) {
        return Login.claims(tokens.text("id_token"));
    }

    private static long authTime(JsonNode claims) {
        return claims.path("auth_time").asLong();
    }

    private static String unsigned(String claims) {
        var base64 = Base64.getUrlEncoder().withoutPadding();
        return base64.encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8)) + "."
                + base64.encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".";
    }
}
