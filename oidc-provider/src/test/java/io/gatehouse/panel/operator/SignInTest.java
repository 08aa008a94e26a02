package io.gatehouse.panel.operator;

import static io.gatehouse.panel.Desk.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.door.LimitProperties;
import io.gatehouse.door.LimitProperties.SignIns;
import io.gatehouse.panel.Acts;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.time.MutableScheduler;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

@PanelTest
class SignInTest {

    @Test
    void givenTheRightPassword_whenAnOperatorSignsIn_thenTheySeeTheRooms(Desk desk) {
        var answer = desk.trySignIn("alice", Desk.PASSWORD);

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(header(answer, "Location")).isEqualTo("/panel");
        assertThat(desk.get("/panel").body()).contains("Shop", "alice");
    }

    @Test
    void givenASignIn_whenTheCookieIsLookedAt_thenNoScriptAndNoOtherSiteCanUseIt(Desk desk) {
        var answer = desk.trySignIn("alice", Desk.PASSWORD);

        assertThat(header(answer, "Set-Cookie"))
                .startsWith("gatehouse-operator=")
                .contains("Path=/", "HttpOnly", "SameSite=Strict")
                .doesNotContain("Max-Age", "Domain");
    }

    @Test
    void givenAWrongPasswordOrName_whenSomeoneSignsIn_thenTheAnswersAreTheSame(Desk desk) {
        var wrongPassword = desk.trySignIn("alice", "not that password");
        var wrongName = desk.trySignIn("mallory", Desk.PASSWORD);

        assertThat(wrongPassword.statusCode()).isEqualTo(403);
        assertThat(wrongName.statusCode()).isEqualTo(403);
        assertThat(withoutChallenge(wrongName)).isEqualTo(withoutChallenge(wrongPassword));
        assertThat(desk.cookie()).isEmpty();
    }

    /** Each page has another one for passkeys. */
    private static String withoutChallenge(HttpResponse<String> page) {
        return page.body().replaceAll("&quot;challenge&quot;:&quot;[\\w-]+&quot;", "");
    }

    @Test
    void givenTheRightPasswordWithMoreBehindIt_whenSomeoneSignsIn_thenItIsWrong(Desk desk) {
        var answer = desk.trySignIn("alice", Desk.PASSWORD + "x".repeat(80));

        assertThat(answer.statusCode()).isEqualTo(403);
    }

    @Test
    void givenTooManyWrongPasswordsFromOneAddress_whenTheRightOneComes_thenItOpens(Desk desk) {
        desk.bean(MutableScheduler.class).advance(limits(desk).window());
        for (var left = limits(desk).perAddress(); left > 0; left--) {
            desk.trySignIn(left <= limits(desk).perName() ? "alice" : "nobody" + left, "guess number " + left);
        }

        assertThat(desk.trySignIn("alice", Desk.PASSWORD).statusCode()).isEqualTo(303);
        desk.bean(MutableScheduler.class).advance(limits(desk).window());
    }

    @Test
    void givenTooManyAttempts_whenMoreCome_thenOneEveryFewSecondsIsLookedAt(Desk desk) {
        desk.bean(MutableScheduler.class).advance(limits(desk).window());
        for (var left = limits(desk).perName(); left >= 0; left--) {
            assertThat(desk.trySignIn("alice", "guess number " + left).statusCode())
                    .isEqualTo(403);
        }

        var answer = desk.trySignIn("alice", Desk.PASSWORD);

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(header(answer, "Retry-After")).isEqualTo("10");
        desk.bean(MutableScheduler.class).advance(SignInThrottle.SLOW);
        assertThat(desk.trySignIn("alice", Desk.PASSWORD).statusCode()).isEqualTo(303);
        desk.bean(MutableScheduler.class).advance(limits(desk).window());
    }

    @Test
    void givenAStranger_whenTheyAskForAScreen_thenTheySignInAndComeBack(Desk desk) {
        var turnedAway = desk.get("/panel/rooms/shop");
        var form = desk.get(header(turnedAway, "Location"));
        var back = desk.form(
                PanelPaths.SIGN_IN, Map.of("name", "alice", "password", Desk.PASSWORD, "return", "/panel/rooms/shop"));

        assertThat(turnedAway.statusCode()).isEqualTo(303);
        assertThat(header(turnedAway, "Location")).isEqualTo("/panel/sign-in?return=/panel/rooms/shop");
        assertThat(form.body()).contains("value=\"/panel/rooms/shop\"");
        assertThat(header(back, "Location")).isEqualTo("/panel/rooms/shop");
    }

    @Test
    void givenAReturnToAnotherSite_whenAnOperatorSignsIn_thenTheyStayAtThePanel(Desk desk) {
        for (var trap : new String[] {
            "https://evil.example/", "//evil.example", "/panel/../authorize", "/logout", "/panel//evil"
        }) {
            var answer = desk.another()
                    .form(PanelPaths.SIGN_IN, Map.of("name", "alice", "password", Desk.PASSWORD, "return", trap));

            assertThat(header(answer, "Location")).isEqualTo("/panel");
        }
    }

    @Test
    void givenASignInFormOnAnotherSite_whenItIsSent_thenNobodyIsSignedIn(Desk desk) {
        var answer = desk.form(
                PanelPaths.SIGN_IN,
                Map.of("name", "alice", "password", Desk.PASSWORD),
                "Origin",
                "https://evil.example");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(desk.cookie()).isEmpty();
    }

    @Test
    void givenASignOut_whenACopyOfTheCookieIsUsed_thenItIsWorthNothing(Desk desk) {
        var copy = desk.signIn().cookie();

        var answer = desk.form("/panel/sign-out", Map.of("csrf", desk.token()));

        assertThat(header(answer, "Location")).isEqualTo("/panel/sign-in");
        assertThat(header(answer, "Set-Cookie")).contains("Max-Age=0");
        assertThat(desk.withCookie(copy).get("/panel").statusCode()).isEqualTo(303);
        desk.later(OperatorCookie.IDLE.minus(Duration.ofMinutes(1)));
        assertThat(desk.withCookie(copy).get("/panel/api/rooms").statusCode()).isEqualTo(401);
    }

    @Test
    void givenSignInsAndFailures_whenTheyHappen_thenTheLogSaysWhoButNoUnknownName(Desk desk) {
        try (var acts = new Acts()) {
            desk.trySignIn("alice", "not that password");
            desk.trySignIn("my secret password", "typed into the wrong field");
            desk.signIn();

            assertThat(acts.lines())
                    .containsExactly(
                            "sign-in refused for alice",
                            "sign-in refused for an unknown name",
                            "operator alice: signed in");
        }
    }

    private static SignIns limits(Desk desk) {
        return desk.bean(LimitProperties.class).signIns();
    }
}
