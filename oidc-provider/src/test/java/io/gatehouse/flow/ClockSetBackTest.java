package io.gatehouse.flow;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A clock that was ahead and is set right: whatever happened in the future is neither fresh nor in the way. */
class ClockSetBackTest {

    private static final Duration AHEAD = Duration.ofDays(2);

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000",
                    "gatehouse.rooms.shop.admission-ttl=7d",
                    "gatehouse.rooms.line.title=Line",
                    "gatehouse.rooms.lone.capacity=10")
            .site("lone", "lone")
            .site("silent", "shop", "reauthenticate=false")
            .site("refreshing", "shop", "refresh=true")
            .site("tv", "line", "device=true")
            .site("queued", "line")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void putAhead() {
        gatehouse.clock().advance(AHEAD);
    }

    @AfterEach
    void setBack() {
        gatehouse.reopens("shop");
    }

    private static void setRight() {
        gatehouse.clock().advance(AHEAD.negated());
    }

    @Test
    void givenAnAdmissionProvedInTheFuture_whenASiteAsksHowOldTheProofMayBe_thenItIsProvedAnew() {
        Login.authorizeCode(browser, "shop");

        setRight();
        var code = Login.authorizeCode(browser, "silent", "max_age", "600");

        var claims = Login.claims(Login.redeem(gatehouse, "silent", code).text("id_token"));
        assertThat(claims.path("auth_time").asLong())
                .isEqualTo(gatehouse.clock().instant().getEpochSecond());
    }

    @Test
    void givenARefreshInTheFuture_whenTheUsedUpTokenComesBack_thenItIsAReplayAndNotForgiven() {
        var first = Login.redeem(gatehouse, "refreshing", Login.authorizeCode(browser, "refreshing"));
        Login.refresh(gatehouse, "refreshing", first);

        setRight();

        assertThat(Login.refresh(gatehouse, "refreshing", first).text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void givenADeviceThatAskedInTheFuture_whenItAsksAgain_thenItIsNotTooSoon() {
        var codes = Login.deviceCodes(gatehouse, "tv");
        Login.poll(gatehouse, "tv", codes);

        setRight();

        assertThat(Login.poll(gatehouse, "tv", codes).text("error")).isEqualTo("authorization_pending");
    }

    @Test
    void givenAVisitorStoppedInCirclesInTheFuture_whenTheyEnterAgain_thenTheyAreSentOn() {
        for (var rounds = 0; rounds < 3; rounds++) {
            browser.opens("/rooms/lone/enter");
        }
        assertThat(browser.opens("/rooms/lone/enter").body()).contains("We stopped going in circles");

        setRight();

        assertThat(browser.opens("/rooms/lone/enter").url()).isEqualTo(SITE + "/");
    }

    @Test
    void givenARequestParkedInTheFuture_whenTheTurnIsClaimed_thenTheVisitorEntersAnew() {
        var wait = browser.opens(Login.authorize("client_id", "queued"));
        gatehouse.letIn("line", 1);

        setRight();
        var way = browser.submits("/rooms/line/continue", Map.of("request", wait.parameter("request")));

        assertThat(way.url()).isEqualTo(SITE + "/");
    }
}
