package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The store is away: who gets a page, and who a document, at the addresses of visitors and of sites. */
class OutageTest {

    private static final String APP = "https://app.example";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=1000",
                    "gatehouse.registration.token=a-token-of-more-than-16-characters",
                    "gatehouse.registration.room=shop")
            .site("app", "shop", "public=true", "redirect-uris=" + APP + "/callback")
            .starts();

    private final Browser browser = gatehouse.browser();
    private final LineLock stores = gatehouse.bean(LineLock.class);

    @BeforeEach
    void bringBack() {
        stores.bringBack();
    }

    @Test
    void givenAStoreThatIsAway_whenTheNodesHealthIsAsked_thenItIsAliveAndNotReadyUntilTheStoreIsBack() {
        stores.takeAway();
        gatehouse.tick();

        assertThat(health("liveness")).isEqualTo(200);
        assertThat(health("readiness")).isEqualTo(503);
        stores.bringBack();
        gatehouse.tick();
        assertThat(health("readiness")).isEqualTo(200);
    }

    private int health(String group) {
        return browser.gets("/actuator/health/" + group).status();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/userinfo", "/userInfo"})
    void givenAStoreThatIsAway_whenASiteAsksWhoItIs_thenItGetsNoPage(String address) {
        var tokens = Login.redeem(gatehouse, Login.authorizeCode(browser, "shop"));
        stores.takeAway();

        var answer = browser.sends(browser.request(address)
                .header("Authorization", "Bearer " + tokens.text("access_token"))
                .build());

        assertDocument(answer);
    }

    @Test
    void givenAStoreThatIsAway_whenASiteInTheBrowserAsks_thenItsPageCanReadThat() {
        var tokens = Login.redeem(gatehouse, Login.authorizeCode(browser, "shop"));
        stores.takeAway();

        var answer = browser.sends(browser.request("/userinfo")
                .header("Authorization", "Bearer " + tokens.text("access_token"))
                .header("Origin", APP)
                .build());

        assertDocument(answer);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(APP);
        assertThat(answer.header("Vary")).contains("Origin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/token", "/introspect", "/revoke"})
    void givenAStoreThatIsAway_whenASiteBringsWhatItGot_thenItGetsNoPage(String address) {
        var code = Login.authorizeCode(browser, "shop");
        stores.takeAway();

        var answer = browser.sends(browser.request(address)
                .header("Authorization", Login.basic("shop", RunningGatehouse.SECRET))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(Browser.form(Map.of(
                        "grant_type",
                        "authorization_code",
                        "redirect_uri",
                        RunningGatehouse.SITE + "/callback",
                        "code",
                        code,
                        "token",
                        code))))
                .build());

        assertDocument(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/rooms/shop/place", "/rooms/shop/admitted", "/verify?room=shop", "/verify/shop/prices"})
    void givenAStoreThatIsAway_whenAPageOrAServerAsksForAPlace_thenItGetsNoPage(String address) {
        browser.opens(Login.authorize());
        stores.takeAway();

        assertDocument(browser.gets(address));
    }

    @Test
    void givenAStoreThatIsAway_whenAGateAsks_thenWhoWasSeenInsideASecondAgoPassesAndNobodyElse() {
        var token =
                Login.redeem(gatehouse, Login.authorizeCode(browser, "shop")).text("id_token");
        var seen = Login.get(gatehouse.issuer() + "/verify?room=shop", token).status();
        stores.takeAway();

        assertThat(seen).isEqualTo(200);
        assertThat(Login.get(gatehouse.issuer() + "/verify?room=shop", token).status())
                .as("remembered")
                .isEqualTo(200);
        assertDocument(browser.gets("/verify?room=shop"));
    }

    @Test
    void givenAStoreThatIsAway_whenAVisitorComes_thenACalmPageLeadsThereAgain() {
        browser.opens(Login.authorize());
        stores.takeAway();

        var page = browser.gets("/rooms/shop/wait");

        assertThat(page.status()).isEqualTo(503);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.body())
                .contains("href=\"/rooms/shop/wait\"", "data-after=\"" + page.header("Retry-After") + "\"")
                .doesNotContain("http-equiv=\"refresh\"");
    }

    @ParameterizedTest
    @CsvSource({
        "/rooms/shop/continue, /rooms/shop/wait?request=",
        "/rooms/shop/leave, /rooms/shop/wait?request=",
        "/logout, /logout"
    })
    void givenAStoreThatIsAway_whenAVisitorSendsAForm_thenACalmPageLeadsToWhereItStands(String form, String page) {
        browser.opens(Login.authorize());
        stores.takeAway();

        var answer = browser.submits(form, Map.of("request", "a+b", "sure", "yes"));

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains("href=\"" + page + (page.endsWith("=") ? "a%2Bb\"" : "\""));
    }

    @Test
    void givenAStoreThatIsAway_whenASiteSendsAVisitorByAForm_thenTheyAreToldToGoBackThere() {
        stores.takeAway();

        var answer = browser.submits("/authorize", Map.of("client_id", "dyn-" + "0".repeat(32)));

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains("go back to the site").doesNotContain("/authorize");
    }

    private static void assertDocument(Browser.Page answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.body()).contains("temporarily_unavailable").doesNotContain("<");
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(5, 10);
    }
}
