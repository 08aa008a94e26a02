package io.gatehouse.albexample.alb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rule takes a request, and the actions that need no target. */
class RuleTest {

    @ParameterizedTest
    @CsvSource({"/a,low", "/a/b,wide", "/.x+,one", "/none,default", "/A,default"})
    void givenRulesOfSeveralPriorities_whenARequestComes_thenTheFirstThatMatchesTakesIt(String path, String rule) {
        List<Rule> rules = List.of(
                Rule.otherwise().then(words("default")),
                Rule.paths(30, "/a*").then(words("wide")),
                Rule.paths(7, "/a").then(words("low")),
                Rule.paths(8, "/.x?").then(words("one")));

        try (Listener alb = Listener.open(0, rules, Options.defaults())) {
            HttpResponse<String> answer = new PlainBrowser().get(alb.address() + path);

            assertThat(answer.body()).isEqualTo(rule);
        }
    }

    @Test
    void givenRulesForHosts_whenARequestComes_thenItsHostDecides() {
        List<Rule> rules = List.of(
                Rule.paths(1).hosts("*.example").then(words("elsewhere")),
                Rule.paths(2).hosts("localhost").then(new Action.Redirect(301, "https://shop.example/")));

        try (Listener alb = Listener.open(0, rules, Options.defaults())) {
            HttpResponse<String> answer = new PlainBrowser().get(alb.address() + "/");

            assertThat(answer.statusCode()).isEqualTo(301);
            assertThat(PlainBrowser.location(answer)).isEqualTo("https://shop.example/");
        }
    }

    @Test
    void givenASessionTimeoutBeyondSevenDays_whenTheActionIsConfigured_thenItIsRefused() {
        AuthenticateOidcConfig.Builder config = AuthenticateOidcConfig.gatehouse("https://op.example", "shop", "s")
                .sessionTimeout(Duration.ofDays(8));

        assertThatThrownBy(config::build).hasMessageContaining("from 1 second to 7 days, was PT192H");
    }

    private static Action words(String body) {
        return new Action.FixedResponse(200, "text/plain", body);
    }
}
