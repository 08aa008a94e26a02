package io.gatehouse.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Apps on the visitor's own machine (RFC 8252): a port that nobody knows before, and schemes of their own. */
class NativeAppsTest {

    private static final String TOKEN = "a-token-for-those-who-register";
    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000",
                    "gatehouse.registration.token=" + TOKEN,
                    "gatehouse.registration.room=shop")
            .site(
                    "app",
                    "shop",
                    "public=true",
                    "redirect-uris=http://127.0.0.1/callback,http://[::1]:80/callback,http://localhost:9/callback")
            .site("server", "shop", "redirect-uris=http://127.0.0.1/callback")
            .starts();

    private final Browser browser = gatehouse.browser();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/callback",
                "http://127.0.0.1:51004/callback",
                "http://[::1]/callback",
                "http://[::1]:51004/callback"
            })
    void givenAnAppOnALoopbackAddress_whenItListensOnAnyPort_thenItsVisitorComesBackThere(String address) {
        var back = asks("app", address);

        var tokens = redeems("app", back, address);
        var elsewhere = redeems("app", asks("app", address), "http://127.0.0.1:51005/callback");

        assertThat(back.url()).startsWith(address + "?");
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(elsewhere.text("error")).isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @CsvSource({
        "app, http://127.0.0.1:51004/other",
        "app, http://127.0.0.1:51004/callback/",
        "app, http://127.0.0.1:51004/callback?x=1",
        "app, http://127.0.0.1:51004/callback#x",
        "app, https://127.0.0.1:51004/callback",
        "app, http://127.0.0.2:51004/callback",
        "app, http://127.0.0.1:/callback",
        "app, http://127.0.0.1:123456/callback",
        "app, http://127.0.0.1:65536/callback",
        "app, http://127.0.0.1:0/callback",
        "app, http://127.0.0.1:1@evil.example/callback",
        "app, http://127.0.0.1.evil.example/callback",
        "app, http://a@127.0.0.1/callback",
        "app, http://localhost:51004/callback",
        "server, http://127.0.0.1:51004/callback"
    })
    void givenAnyOtherAddress_whenAsked_thenAPageOfOursSaysSo(String site, String address) {
        var page = asks(site, address);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.isOutside()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "com.example.app:/callback, com.example.app:/callback",
        "https://app.example/callback, https://app.example/callback",
        "http://localhost:9/callback, http://localhost:9/callback",
        "http://127.0.0.1/callback, http://127.0.0.1:51004/callback"
    })
    void givenANativeApp_whenItRegisters_thenItsVisitorComesBackToIt(String registered, String address) {
        var site = registers("native", registered, "none");

        var back = asks(site.text("client_id"), address);

        assertThat(site.status()).as(site.body()).isEqualTo(201);
        assertThat(back.url()).startsWith(address + "?");
        assertThat(redeems(site.text("client_id"), back, address).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "native, app:/callback",
        "native, com.example.app://a@b/callback",
        "native, com.example.app:/callback#x",
        "native, javascript:alert(1)",
        "native, http://app.example/callback",
        "web, com.example.app:/callback"
    })
    void givenAnAddressThatIsNotTheAppsOwn_whenItRegisters_thenItIsRefused(String type, String address) {
        assertThat(registers(type, address, "none").status()).isEqualTo(400);
    }

    @Test
    void givenANativeAppWithDevices_whenAVisitorEntersACode_thenThePageShowsItsScheme() {
        var site = registers("native", "com.example.app:/callback", "none");
        var codes = Login.post(
                gatehouse.issuer() + "/device_authorization", "", Map.of("client_id", site.text("client_id")));

        var page = browser.opens(codes.text("verification_uri_complete"));

        assertThat(page.body()).contains("com.example.app");
    }

    private Page asks(String site, String address) {
        return browser.opens(Login.authorize(
                "client_id",
                site,
                "redirect_uri",
                address,
                "code_challenge",
                CHALLENGE,
                "code_challenge_method",
                "S256"));
    }

    private static Login.Answer redeems(String site, Page back, String address) {
        return Login.post(
                gatehouse.issuer() + "/token",
                "",
                Map.of(
                        "grant_type", "authorization_code",
                        "client_id", site,
                        "code", back.parameter("code"),
                        "redirect_uri", address,
                        "code_verifier", VERIFIER));
    }

    private static Login.Answer registers(String type, String redirectUri, String method) {
        var metadata =
                """
                {"redirect_uris":["%s"], "application_type":"%s", "token_endpoint_auth_method":"%s",
                 "grant_types":["authorization_code","urn:ietf:params:oauth:grant-type:device_code"]}"""
                        .formatted(redirectUri, type, method);
        var page = gatehouse
                .browser()
                .sends(HttpRequest.newBuilder(URI.create(gatehouse.issuer() + "/register"))
                        .header("Authorization", "Bearer " + TOKEN)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(metadata))
                        .build());
        return new Login.Answer(page.status(), Map.of(), page.body());
    }
}
