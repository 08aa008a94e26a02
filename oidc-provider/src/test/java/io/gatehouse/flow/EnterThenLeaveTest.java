package io.gatehouse.flow;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Login.Answer;
import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.secret.Digests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a capacity of one means for tokens that a site checks by itself: who enters, takes tokens and ends the
 * visit must not make room for another who does the same.
 */
class EnterThenLeaveTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.alone.capacity=1",
                    "gatehouse.rooms.shop.capacity=1",
                    "gatehouse.rooms.shop.admission-ttl=1h")
            .site("refreshing", "shop", "refresh=true")
            .site("slow", "shop", "refresh=true", "access-token-ttl=1h")
            .site("told", "shop", "backchannel-logout-uri=" + SITE + "/logout")
            .site("trusting", "shop", "slot-after-logout=freed")
            .site("strict", "shop", "refresh=true", "slot-after-logout=kept")
            .site("alone", "alone")
            .site("app", "shop", "public=true")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
        gatehouse.tick();
    }

    @Test
    void givenARoomOfOne_whenVisitorsEnterAndEndTheirVisitsOneAfterTheOther_thenOneTokenIsUnexpired() {
        var tokens = new ArrayList<Answer>();

        for (var visitors = 0; visitors < 30; visitors++) {
            var next = gatehouse.browser();
            var code = Login.authorizeCode(next, "shop");
            if (!code.isEmpty()) {
                tokens.add(Login.redeem(gatehouse, code));
            }
            next.submits("/rooms/shop/leave", Map.of());
            next.submits("/logout", Map.of("sure", "yes"));
            gatehouse.tick();
        }

        assertThat(tokens.stream().filter(EnterThenLeaveTest::isUnexpired)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", "slow", "strict"})
    void givenASiteThatDoesNotHearOfTheEnd_whenItsVisitorLogsOut_thenTheSlotIsKeptUntilTheLastTokenEnds(String site) {
        var tokens = login(site);

        logsOut();

        assertThat(userinfo(tokens)).isEqualTo(401);
        assertThat(browser.gets("/rooms/shop/place").body()).contains("COMPLETED");
        assertThat(Login.authorizeCode(browser, site)).isEmpty();
        assertThat(slots()).isEqualTo(1);
        gatehouse.pass(Duration.ofMinutes(59));
        assertThat(slots()).isEqualTo(1);
        gatehouse.pass(Duration.ofMinutes(1));
        assertThat(isUnexpired(tokens)).isFalse();
        assertThat(Login.authorizeCode(gatehouse.browser(), site))
                .as("not in front of who waits")
                .isEmpty();
        assertThat(Login.authorizeCode(browser, site)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"refreshing", "told", "trusting"})
    void givenASiteThatHearsOfTheEnd_whenItsVisitorLogsOut_thenTheSlotIsFreeAtOnce(String site) {
        login(site);

        logsOut();

        assertThat(slots()).isZero();
        assertThat(Login.authorizeCode(gatehouse.browser(), site)).isNotEmpty();
    }

    @Test
    void givenASiteThatRefreshes_whenItsVisitorsComeAndGo_thenTheirIdTokensLastNoLongerThanTheAccessTokens() {
        var first = login("refreshing");
        gatehouse.pass(Duration.ofMinutes(4));
        var refreshed = Login.refresh(gatehouse, "refreshing", first);

        logsOut();

        gatehouse.pass(Duration.ofMinutes(1));
        assertThat(isUnexpired(first)).isFalse();
        assertThat(isUnexpired(refreshed)).isTrue();
        gatehouse.pass(Duration.ofMinutes(4));
        assertThat(isUnexpired(refreshed)).isFalse();
    }

    @Test
    void givenSitesOfWhichOneDoesNotHear_whenTheVisitorLogsOutAtTheOther_thenTheSlotIsKept() {
        login("told");
        login("shop");

        logsOut();

        assertThat(slots()).isEqualTo(1);
    }

    @Test
    void givenATokenOfAPublicSite_whenItsHolderRevokesIt_thenTheSlotIsKept() {
        var verifier = "a".repeat(43);
        var code = Login.authorizeCode(
                browser, "app", "code_challenge", Digests.sha256(verifier), "code_challenge_method", "S256");
        var tokens = Login.post(
                gatehouse.issuer() + "/token",
                "",
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "client_id",
                        "app",
                        "code",
                        code,
                        "code_verifier",
                        verifier,
                        "redirect_uri",
                        SITE + "/callback"));

        Login.post(
                gatehouse.issuer() + "/revoke", "", Map.of("client_id", "app", "token", tokens.text("access_token")));

        assertThat(userinfo(tokens)).isEqualTo(401);
        assertThat(slots()).isEqualTo(1);
    }

    @Test
    void givenAVisitThatLoggedInTwice_whenTheSiteRevokesOneLogin_thenTheSlotIsKeptForTheOther() {
        var one = login("alone");
        var other = login("alone");

        revoke("alone", one);

        assertThat(userinfo(one)).isEqualTo(401);
        assertThat(isUnexpired(other)).isTrue();
        assertThat(gatehouse.room("alone").snapshot().slots()).isEqualTo(1);
    }

    @Test
    void givenASiteThatIsToBeBelieved_whenItRevokesItsToken_thenTheSlotIsFreeAtOnce() {
        revoke("trusting", login("trusting"));

        assertThat(slots()).isZero();
    }

    @Test
    void givenAVisitorWhoNeverArrived_whenTheyLogOut_thenTheSlotIsFree() {
        assertThat(Login.authorizeCode(browser, "shop")).isNotEmpty();

        logsOut();

        assertThat(slots()).isZero();
    }

    @Test
    void givenASlotThatIsKept_whenAnOperatorEndsIt_thenItIsFree() {
        login("shop");
        logsOut();
        var place = gatehouse.room("shop").at(Position.of(1)).orElseThrow();

        var ended = gatehouse.room("shop").apply(place.id(), Act.EXPIRE);

        assertThat(place.stage()).isEqualTo(Stage.ENDING);
        assertThat(ended.orElseThrow().stage()).isEqualTo(Stage.EXPIRED);
        assertThat(slots()).isZero();
    }

    @Test
    void givenAnAdmissionThatIsNearItsEnd_whenTokensAreIssued_thenNoneOutlivesIt() {
        browser.opens("/rooms/shop/enter");
        var end = gatehouse
                .room("shop")
                .at(Position.of(1))
                .orElseThrow()
                .admission()
                .orElseThrow()
                .admittedAt()
                .plus(Duration.ofHours(1));
        login("shop");
        gatehouse.pass(Duration.ofMinutes(59));

        var tokens = login("refreshing");

        assertThat(expiry(tokens)).isEqualTo(end.getEpochSecond());
        assertThat(tokens.json().path("expires_in").asLong()).isLessThanOrEqualTo(60);
    }

    private Answer login(String site) {
        return Login.redeem(gatehouse, site, Login.authorizeCode(browser, site));
    }

    private static void revoke(String site, Answer tokens) {
        Login.post(
                gatehouse.issuer() + "/revoke",
                Login.basic(site, RunningGatehouse.SECRET),
                Map.of("token", tokens.text("access_token")));
    }

    private void logsOut() {
        browser.submits("/logout", Map.of("sure", "yes"));
        gatehouse.tick();
    }

    private static long slots() {
        return gatehouse.room("shop").snapshot().slots();
    }

    private static int userinfo(Answer tokens) {
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                .status();
    }

    private static boolean isUnexpired(Answer tokens) {
        return expiry(tokens) > gatehouse.clock().instant().getEpochSecond();
    }

    private static long expiry(Answer tokens) {
        return Login.claims(tokens.text("id_token")).path("exp").asLong();
    }
}
