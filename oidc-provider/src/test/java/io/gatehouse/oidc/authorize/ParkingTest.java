package io.gatehouse.oidc.authorize;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is kept of a visitor who has only just come: little, for a short while, and only where their cookie
 * comes back.
 */
class ParkingTest {

    private static final String STATE = "s".repeat(14_000);

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.trusted-proxies=1",
                    "gatehouse.limits.enabled=true",
                    "gatehouse.limits.window=1d", // so that nothing comes back while a slow machine works
                    "gatehouse.limits.parked=40KB")
            .site("other", "shop")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser().from("192.0.2.1");

    @BeforeEach
    void emptyTheLineAndFillTheLimits() {
        gatehouse.reopens("shop");
        gatehouse.elapse(Duration.ofDays(1));
    }

    @Test
    void givenABrowserWithoutACookie_whenItLogsIn_thenItsRequestTravelsWithItStraightToTheLine() {
        var first = browser.gets(Login.authorize("state", "first"));

        assertThat(first.header("location"))
                .startsWith("/rooms/shop/enter?request=")
                .endsWith("&cookie=set");
        assertThat(first.header("set-cookie"))
                .contains("gatehouse-try-shop=", "Max-Age=900")
                .containsPattern("gatehouse-request-1=[^;]+; Path=/rooms/shop/enter; Max-Age=120; [^,]+, "
                        + "[^,]+; HttpOnly; SameSite=Lax")
                .containsPattern("gatehouse-request-1=[^;]+; Path=/rooms/shop/continue; ");
        assertThat(letIn(browser, browser.opens(first.header("location"))).parameters())
                .containsEntry("state", "first");
    }

    @Test
    void givenABrowserWithoutACookie_whenItsRequestIsLong_thenItIsSentThereAgainAndNothingIsKeptUntilItComes() {
        var first = browser.gets(Login.authorize("state", STATE));
        var second = browser.gets(first.header("location"));

        assertThat(first.status()).isEqualTo(303);
        assertThat(first.header("location")).startsWith(Login.authorize("state", STATE));
        assertThat(first.header("set-cookie")).contains("gatehouse-try-shop=").doesNotContain("gatehouse-request");
        assertThat(second.header("location")).startsWith("/rooms/shop/enter?request=");
        assertThat(second.header("set-cookie")).contains("gatehouse-request-1=");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 200, 400})
    void givenRequestsOfAnyLength_whenTheyAreParked_thenNoAnswerHasMoreHeadersThanProxiesBear(int deep) {
        for (var length = 100; length < 2_000; length += 70) {
            var visitor = gatehouse.browser().from("198.51.100." + length / 10);
            var first = visitor.gets(
                    Login.authorize("state", "s".repeat(length), "target_link_uri", SITE + "/" + "t".repeat(deep)));
            var headers = first.headers().entrySet().stream()
                    .mapToInt(header -> (header.getKey() + ": " + header.getValue() + "\r\n").length())
                    .sum();

            assertThat(headers).as("letters of the answer to %s", length).isLessThan(3_900);
            assertThat(letIn(visitor, visitor.opens(first.header("location"))).parameters())
                    .containsEntry("state", "s".repeat(length));
        }
    }

    @Test
    void givenALongRequest_whenAShortOneIsAnswered_thenItIsOvertaken() {
        var wait = browser.opens(Login.authorize("state", STATE));
        gatehouse.letIn("shop", 1);
        browser.opens("/rooms/shop/enter");

        assertThat(browser.opens(Login.authorize()).parameters()).containsKey("code");
        assertThat(continues(browser, wait).url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenABrowserWithoutCookies_whenAScriptSendsItAgainAndAgain_thenNothingIsTakenFromItsAddress() {
        for (var times = 0; times < 10; times++) {
            gatehouse.browser().from("192.0.2.1").blockingCookies().opens(Login.authorize("state", STATE));
        }

        assertThat(letIn(browser, browser.opens(Login.authorize("state", STATE)))
                        .parameters())
                .containsEntry("state", STATE);
    }

    @Test
    void givenARequestThatCameTwiceForItsCookie_whenItIsAnswered_thenItIsAsItWasSent() {
        var wait = browser.opens(Login.authorize("state", STATE + "+/="));
        gatehouse.letIn("shop", 1);

        var way = browser.posts("/rooms/shop/continue", Map.of("request", wait.parameter("request")));

        assertThat(way.header("location")).doesNotContain("gatehouse-cookie");
        assertThat(browser.opens(way.header("location")).parameters())
                .containsKey("code")
                .containsEntry("state", STATE + "+/=");
    }

    @Test
    void givenTheCookieOfABeginning_whenAQuarterOfAnHourHasPassed_thenItIsGoodForNothing() {
        browser.gets(Login.authorize());
        gatehouse.clock().advance(Duration.ofMinutes(16));

        var page = browser.gets("/rooms/shop/enter?cookie=set");

        assertThat(page.body()).contains("Please allow cookies");
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
    }

    @Test
    void givenAnAddressThatHasMuchParked_whenMoreComes_thenThoseVisitorsEnterAnewAndOthersAreAnswered() {
        var first = browser.opens(Login.authorize("state", STATE));
        var second = gatehouse.browser().from("192.0.2.1");
        var third = gatehouse.browser().from("192.0.2.1");
        var other = gatehouse.browser().from("192.0.2.9");
        var secondWaits = second.opens(Login.authorize("state", STATE));
        var thirdWaits = third.opens(Login.authorize("state", STATE));
        var otherWaits = other.opens(Login.authorize("state", STATE));
        gatehouse.letIn("shop", 4);

        assertThat(continues(browser, first).parameters()).containsKey("code");
        assertThat(continues(second, secondWaits).parameters()).containsKey("code");
        assertThat(continues(third, thirdWaits).url()).isEqualTo(SITE + "/");
        assertThat(third.opens(Login.authorize()).parameters()).containsKey("code");
        assertThat(continues(other, otherWaits).parameters()).containsKey("code");
    }

    private static Page letIn(Browser visitor, Page wait) {
        gatehouse.letIn("shop", 1);
        return continues(visitor, wait);
    }

    private static Page continues(Browser visitor, Page wait) {
        return visitor.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
    }
}
