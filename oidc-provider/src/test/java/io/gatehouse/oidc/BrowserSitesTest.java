package io.gatehouse.oidc;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.http.BrowserSites;
import java.net.http.HttpRequest;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** A site that is a program in the browser: what it may call from where, as the browser would ask. */
class BrowserSitesTest {

    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    private static final String APP = "https://app.example";
    private static final String TOKEN = "a-token-for-those-who-register";
    private static final String ALLOWED = "access-control-allow-origin";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000",
                    "gatehouse.registration.token=" + TOKEN,
                    "gatehouse.registration.room=shop")
            .site("app", "shop", "public=true", "redirect-uris=" + APP + ":443/callback,com.example.app:/callback")
            .starts();

    private final Browser browser = gatehouse.browser();

    @Test
    void givenTheAppsOwnPage_whenItLogsItsVisitorInAndOut_thenItCanReadEachAnswer() {
        var code = Login.authorizeCode(
                browser,
                "app",
                "redirect_uri",
                APP + ":443/callback",
                "code_challenge",
                CHALLENGE,
                "code_challenge_method",
                "S256");
        var form = new HashMap<>(Map.of(
                "grant_type",
                "authorization_code",
                "client_id",
                "app",
                "code",
                code,
                "redirect_uri",
                APP + ":443/callback",
                "code_verifier",
                VERIFIER));

        var tokens = posts("/token", APP, form);
        var access =
                new JsonMapper().readTree(tokens.body()).path("access_token").asString("");
        var user = userinfo(access, APP);
        var again = posts("/token", APP, form);
        var revoked = posts("/revoke", APP, Map.of("client_id", "app", "token", access));

        for (var page : java.util.List.of(tokens, user, again, revoked)) {
            assertThat(page.header(ALLOWED)).isEqualTo(APP);
            assertThat(page.header("vary")).contains("Origin");
            assertThat(page.headers()).doesNotContainKey("access-control-allow-credentials");
        }
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(user.status()).isEqualTo(200);
        assertThat(again.status()).isEqualTo(400);
        assertThat(revoked.status()).isEqualTo(200);
    }

    @Test
    void givenAPublicSite_whenItGivesItsTokenBack_thenTheVisitIsOver() {
        var access = access("https://app.example:443/callback");

        var foreign = posts("/revoke", APP, Map.of("client_id", "app", "token", shops()));
        var before = userinfo(access, APP).status();
        posts("/revoke", APP, Map.of("client_id", "app", "token", access));

        assertThat(foreign.status()).isEqualTo(401);
        assertThat(before).isEqualTo(200);
        assertThat(userinfo(access, APP).status()).isEqualTo(401);
        assertThat(browser.gets("/rooms/shop/place").body()).contains("COMPLETED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"client_id=shop&token=x", "client_id=nobody&token=x", "token=x"})
    void givenASiteWithASecret_whenATokenIsGivenBackWithoutIt_thenThatIsRefused(String form) {
        assertThat(posts("/revoke", "", Browser.parameters("?" + form)).status())
                .isEqualTo(401);
    }

    @Test
    void givenAPublicSite_whenItIntrospects_thenItIsRefused() {
        assertThat(posts("/introspect", APP, Map.of("client_id", "app", "token", "x"))
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/token", "/userinfo", "/userInfo", "/revoke", "/device_authorization"})
    void givenTheAppsOwnPage_whenItsBrowserAsksFirst_thenItMay(String path) {
        var answer = asks(path, APP);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header(ALLOWED)).isEqualTo(APP);
        assertThat(answer.header("access-control-allow-methods")).contains("GET", "POST");
        assertThat(answer.header("access-control-allow-headers")).containsIgnoringCase("authorization");
        assertThat(answer.headers()).doesNotContainKey("access-control-allow-credentials");
    }

    @Test
    void givenAnAppThatHasRegistered_whenItsBrowserAsksFirst_thenItMay() {
        var before = asks("/token", "https://new.example");

        registers("https://new.example/callback", "none");
        registers("https://server.example/callback", "client_secret_basic");

        assertThat(before.headers()).doesNotContainKey(ALLOWED);
        assertThat(asks("/token", "https://new.example").header(ALLOWED)).isEqualTo("https://new.example");
        assertThat(asks("/token", "https://server.example").headers()).doesNotContainKey(ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SITE,
                "null",
                "http://app.example",
                "https://app.example:8443",
                "https://app.example.evil.example",
                "https://evil-app.example",
                "https://APP.example",
                "com.example.app:"
            })
    void givenAnyOtherPage_whenItCalls_thenItsBrowserDoesNotHandItTheAnswer(String origin) {
        for (var path : BrowserSites.paths()) {
            assertThat(asks(path, origin).headers()).doesNotContainKey(ALLOWED);
        }
        assertThat(userinfo("junk", origin).headers()).doesNotContainKey(ALLOWED);

        var tokens = posts("/token", origin, Map.of("grant_type", "authorization_code", "code", "x"));
        assertThat(tokens.headers()).doesNotContainKey(ALLOWED);
        assertThat(tokens.status()).as("served as ever").isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/authorize", "/introspect", "/logout", "/panel/api/rooms", "/rooms/shop/place"})
    void givenTheAppsOwnPage_whenItCallsWhatIsNotForIt_thenItsBrowserDoesNotHandItTheAnswer(String path) {
        assertThat(asks(path, APP).headers()).doesNotContainKey(ALLOWED);
        assertThat(posts(path, APP, Map.of()).headers()).doesNotContainKey(ALLOWED);
    }

    private static void registers(String redirectUri, String method) {
        var metadata =
                "{\"redirect_uris\":[\"%s\"],\"token_endpoint_auth_method\":\"%s\"}".formatted(redirectUri, method);
        var answer = gatehouse
                .browser()
                .sends(HttpRequest.newBuilder(java.net.URI.create(gatehouse.issuer() + "/register"))
                        .header("Authorization", "Bearer " + TOKEN)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(metadata))
                        .build());
        assertThat(answer.status()).isEqualTo(201);
    }

    private String access(String redirectUri) {
        var code = Login.authorizeCode(
                browser,
                "app",
                "redirect_uri",
                redirectUri,
                "code_challenge",
                CHALLENGE,
                "code_challenge_method",
                "S256");
        return Login.post(
                        gatehouse.issuer() + "/token",
                        "",
                        Map.of(
                                "grant_type", "authorization_code",
                                "client_id", "app",
                                "code", code,
                                "redirect_uri", redirectUri,
                                "code_verifier", VERIFIER))
                .text("access_token");
    }

    private static String shops() {
        return Login.redeem(gatehouse, Login.authorizeCode(gatehouse.browser(), "shop"))
                .text("access_token");
    }

    private Page asks(String path, String origin) {
        return gatehouse
                .browser()
                .sends(HttpRequest.newBuilder(java.net.URI.create(gatehouse.issuer() + path))
                        .header("Origin", origin)
                        .header("Access-Control-Request-Method", "POST")
                        .header("Access-Control-Request-Headers", "authorization")
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                        .build());
    }

    private Page posts(String path, String origin, Map<String, String> form) {
        var request = HttpRequest.newBuilder(java.net.URI.create(gatehouse.issuer() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(Browser.form(form)));
        return gatehouse.browser().sends((origin.isEmpty() ? request : request.header("Origin", origin)).build());
    }

    private Page userinfo(String token, String origin) {
        return gatehouse
                .browser()
                .sends(HttpRequest.newBuilder(java.net.URI.create(gatehouse.issuer() + "/userinfo"))
                        .header("Authorization", "Bearer " + token)
                        .header("Origin", origin)
                        .GET()
                        .build());
    }
}
