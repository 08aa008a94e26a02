package io.gatehouse.panel.operator;

import static io.gatehouse.panel.Desk.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import java.util.Map;
import org.junit.jupiter.api.Test;

@PanelTest
class CrossSiteTest {

    private static final String LET_IN = "/panel/api/rooms/hall/let-in";

    @Test
    void givenNoToken_whenAnActComesByCookie_thenItIsRefusedAndNothingChanges(Desk desk) {
        desk.signIn();

        var form = desk.form("/panel/rooms/hall/let-in", Map.of("count", "5"));
        var json = desk.post(LET_IN, "{\"count\":5}");
        var pause = desk.post("/panel/api/rooms/hall/pause", "");

        assertThat(form.statusCode()).isEqualTo(403);
        assertThat(json.statusCode()).isEqualTo(403);
        assertThat(json.body()).contains("https://gatehouse.io/problems#cross-site");
        assertThat(pause.statusCode()).isEqualTo(403);
        assertUntouched(desk);
    }

    @Test
    void givenTheTokenOfAnotherSignIn_whenAnActComesByCookie_thenItIsRefusedAndNothingChanges(Desk desk) {
        var other = desk.another().signIn().token();

        var answer = desk.signIn().post(LET_IN, "{\"count\":5}", CsrfToken.HEADER, other);

        assertThat(answer.statusCode()).isEqualTo(403);
        assertUntouched(desk);
    }

    @Test
    void givenTheRightToken_whenTheBrowserSaysAnotherSiteAsked_thenItIsRefusedAndNothingChanges(Desk desk) {
        var token = desk.signIn().token();

        for (var told : new String[][] {
            {"Origin", "https://evil.example"},
            {"Origin", "null"},
            {"Origin", "http://localhost"},
            {"Sec-Fetch-Site", "cross-site"},
            {"Sec-Fetch-Site", "same-site"}
        }) {
            var answer = desk.post(LET_IN, "{\"count\":5}", CsrfToken.HEADER, token, told[0], told[1]);
            assertThat(answer.statusCode()).as(told[1]).isEqualTo(403);
        }
        assertUntouched(desk);
    }

    @Test
    void givenTheRightToken_whenTheBrowserSaysThePanelAsked_thenItIsDone(Desk desk) {
        var token = desk.signIn().token();

        var answer = desk.post(
                LET_IN,
                "{\"count\":5}",
                CsrfToken.HEADER,
                token,
                "Origin",
                desk.address(""),
                "Sec-Fetch-Site",
                "same-origin");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(desk.room("hall").path("letIn").asLong()).isEqualTo(5);
    }

    @Test
    void givenAProxyThatRenamesTheHost_whenTheOriginIsTheIssuers_thenItIsDone(Desk desk) {
        var token = desk.signIn().token();

        var answer = desk.post(LET_IN, "{\"count\":5}", CsrfToken.HEADER, token, "Origin", "http://localhost:9000");

        assertThat(answer.statusCode()).isEqualTo(200);
    }

    @Test
    void givenABearerToken_whenACookieComesAlong_thenTheCookieCountsForNothing(Desk desk) {
        var token = desk.signIn().token();

        var answer = desk.post(LET_IN, "{\"count\":5}", CsrfToken.HEADER, token, "Authorization", "Bearer reads");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("insufficient-scope");
        assertUntouched(desk);
    }

    @Test
    void givenAnyScreen_whenItsHeadersAreRead_thenNothingForeignAndNothingInlineMayRun(Desk desk) {
        var page = desk.signIn().get("/panel/rooms/shop");

        assertThat(header(page, "Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'")
                .doesNotContain("unsafe");
        assertThat(header(page, "Cache-Control")).contains("no-store");
        assertThat(header(page, "X-Frame-Options")).isEqualTo("DENY");
        assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.body()).doesNotContain("style=", "<style", "onclick", "javascript:");
    }

    private static void assertUntouched(Desk desk) {
        var room = desk.room("hall");
        assertThat(room.path("letIn").asLong()).isZero();
        assertThat(room.path("settings").path("paused").asBoolean()).isFalse();
    }
}
