package io.gatehouse.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Browsers are told to come by https only where the issuer is https, whatever a proxy makes of requests. */
class StrictTransportTest {

    private static final List<String> PATHS = List.of(
            "/rooms/shop/enter",
            "/rooms/shop/board",
            "/rooms/nowhere/wait",
            "/authorize?client_id=nobody",
            "/.well-known/openid-configuration",
            "/userinfo",
            "/logout",
            "/panel/sign-in",
            "/waiting-page/waiting-page.css",
            "/nothing-is-here");

    @Test
    void givenAnIssuerOfHttps_whenAnythingIsAsked_thenTheAnswerSaysToComeByHttpsOnly() {
        try (var gatehouse = RunningGatehouse.start("gatehouse.issuer=https://wait.example.com")) {
            assertThat(PATHS).allSatisfy(path -> assertThat(said(gatehouse.browser(), path))
                    .isEqualTo("max-age=31536000"));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "5m, max-age=300"})
    void givenASpanOfOnesOwn_whenAsked_thenTheAnswerSaysThatOrNothing(String span, String said) {
        try (var gatehouse = RunningGatehouse.start(
                "gatehouse.issuer=https://wait.example.com", "gatehouse.strict-transport=" + span)) {
            assertThat(said(gatehouse.browser(), "/rooms/shop/board")).isEqualTo(said);
        }
    }

    @Test
    void givenAnIssuerAtHome_whenAnythingIsAsked_thenNothingIsSaidOfHttps() {
        try (var gatehouse = RunningGatehouse.start()) {
            assertThat(PATHS).allSatisfy(path -> assertThat(said(gatehouse.browser(), path))
                    .isEmpty());
        }
    }

    /** Also to a proxy that says that its own visitor came by https. */
    private static String said(Browser browser, String path) {
        var request = browser.request(path).header("X-Forwarded-Proto", "https");
        return browser.sends(request.GET().build()).header("Strict-Transport-Security");
    }
}
