package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must not work: pages next door, tokens of an earlier opening, headers that make no sense. */
class NeighboursTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=1000",
                    "gatehouse.rooms.hand.title=Hand",
                    "gatehouse.sites.shop.refresh=true")
            .site("hand", "hand")
            .starts();

    @Test
    void givenTokensOfAnEarlierOpening_whenTheirVisitorIsAdmittedAgain_thenTheyStayDead() {
        var browser = gatehouse.browser();
        var tokens = Login.redeem(gatehouse, browser.opens(Login.authorize()).parameter("code"));
        gatehouse.reopens("shop");

        browser.opens(Login.authorize());

        assertThat(Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                        .status())
                .isEqualTo(401);
        var refresh = Map.of("grant_type", "refresh_token", "refresh_token", tokens.text("refresh_token"));
        assertThat(Login.token(gatehouse, refresh).text("error")).isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-site", "cross-site"})
    void givenAPageNextDoor_whenItPressesLeave_thenThePlaceIsKept(String from) {
        var browser = gatehouse.browser();
        browser.opens(Login.authorize("client_id", "hand"));

        var answer = browser.sends(form(browser, "/rooms/hand/leave", "request=", from));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(browser.gets("/rooms/hand/place").body()).contains("WAITING");
    }

    @Test
    void givenAPageNextDoor_whenItSaysYesToALogout_thenTheVisitorIsAskedAllTheSame() {
        var browser = gatehouse.browser();
        browser.opens(Login.authorize());

        browser.sends(form(browser, "/logout", "client_id=shop&sure=yes", "same-site"));

        assertThat(browser.gets("/rooms/shop/place").body()).contains("ADMITTED");
    }

    @Test
    void givenAPrefetchOfTheLogout_whenItIsAnswered_thenTheVisitIsNotOver() {
        var browser = gatehouse.browser();
        var tokens = Login.redeem(gatehouse, browser.opens(Login.authorize()).parameter("code"));
        var address = "/logout?id_token_hint=" + tokens.text("id_token");

        browser.sends(
                browser.request(address).header("Sec-Purpose", "prefetch").GET().build());

        assertThat(browser.gets("/rooms/shop/place").body()).contains("ADMITTED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "--", "en,-", "-;q=0.5", "*", ";", "x;q=9"})
    void givenALanguageThatIsNone_whenAPageIsAskedFor_thenItIsInSomeLanguage(String language) {
        var browser = gatehouse.browser();
        var request = browser.request("/rooms/hand/wait")
                .setHeader("Accept-Language", language)
                .GET()
                .build();

        assertThat(browser.sends(request).status()).isEqualTo(200);
    }

    @Test
    void givenALateAnswerToOneTab_whenAnotherTabHasTakenAPlace_thenThatPlaceIsKept() {
        var browser = gatehouse.browser();
        var late = gatehouse.browser().gets(Login.authorize("client_id", "hand"));
        browser.opens(Login.authorize("client_id", "hand"));
        var position = browser.gets("/rooms/hand/place").body();

        var header = late.header("set-cookie");
        browser.withCookie(
                header.substring(0, header.indexOf('=')),
                header.substring(header.indexOf('=') + 1, header.indexOf(';')));
        browser.opens(Login.authorize("client_id", "hand"));

        assertThat(positionIn(browser.gets("/rooms/hand/place").body())).isEqualTo(positionIn(position));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/rooms/hand/enter?request=", "/rooms/hand/enter?ui_locales="})
    void givenAnEndlessParameter_whenItIsSentOn_thenNothingBreaks(String address) {
        var answer = gatehouse.browser().gets(address + "/".repeat(20_000));

        assertThat(answer.status()).isEqualTo(303);
    }

    private static HttpRequest form(Browser browser, String address, String body, String from) {
        return browser.request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", from)
                .header("Origin", "null")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static String positionIn(String place) {
        return place.replaceFirst("(?s).*\"position\":(\\d+).*", "$1");
    }
}
