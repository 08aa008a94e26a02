package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The npm library openid-client 6: every check that it has, switched on. */
@Tag("sites")
class OpenidClientTest {

    private static final JsonMapper JSON = new JsonMapper();

    /** Gatehouse, a site in front of it, and a browser that has waited and been let in. */
    private static final class Visit implements AutoCloseable {

        private final String address = NodeSite.freeAddress();
        private final RunningGatehouse gatehouse;
        private final NodeSite site;
        private final Browser browser;

        Visit(String authentication) {
            this("shop", Map.of("AUTH", authentication));
        }

        /** @param more settings of the site beside the usual ones */
        Visit(String name, Map<String, String> environment, String... more) {
            var usual =
                    Stream.of("redirect-uris=" + address + "/callback", "entry=" + address + "/login", "refresh=true");
            gatehouse = RunningGatehouse.start(Stream.concat(usual, Stream.of(more))
                    .map(setting -> "gatehouse.sites." + name + "." + setting)
                    .toArray(String[]::new));
            browser = gatehouse.browser();
            site = NodeSite.start("openid-client.mjs", address, gatehouse, environment);
        }

        /** Waits in line and goes in. */
        Browser.Page waitsAndEnters(String login) {
            var waiting = site.opens(browser, login);
            assertThat(waiting.url()).startsWith(gatehouse.issuer() + "/rooms/shop/wait");
            gatehouse.letIn("shop", 1);
            var request = Map.of("request", waiting.parameter("request"));
            return site.follows(browser, browser.submits("/rooms/shop/continue", request));
        }

        @Override
        public void close() {
            site.close();
            gatehouse.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"basic", "post"})
    void givenTheirTurn_whenVisitorsContinue_thenTheLibraryAcceptsTheLogin(String authentication) {
        try (var visit = new Visit(authentication)) {
            var inside = visit.waitsAndEnters("/login");

            assertThat(inside.status()).as(inside.body()).isEqualTo(200);
            var answer = json(inside);
            assertThat(answer.at("/pkce").asBoolean()).isTrue();
            assertThat(answer.at("/userinfo/room").asString()).isEqualTo("shop");
            assertThat(answer.at("/userinfo/sub").asString())
                    .isNotEmpty()
                    .isEqualTo(answer.at("/claims/sub").asString());
            assertThat(answer.at("/userinfo/email").asString()).endsWith("@visitor.invalid");
        }
    }

    @Test
    void givenARequestThatTheLibraryPushes_whenTheVisitorContinues_thenTheLibraryAcceptsTheLogin() {
        try (var visit = new Visit("shop", Map.of("AUTH", "basic"), "pushed-requests=required")) {
            var begins = visit.browser.gets(visit.site.at("/login?push")).header("location");
            assertThat(begins).contains("request_uri=urn").doesNotContain("nonce", "state=");

            var inside = visit.waitsAndEnters("/login?push");

            assertThat(inside.status()).as(inside.body()).isEqualTo(200);
            assertThat(json(inside).at("/userinfo/room").asString()).isEqualTo("shop");
        }
    }

    @Test
    void givenAKeyInPlaceOfASecret_whenTheVisitorContinues_thenTheLibraryPushesRedeemsAndRefreshesByIt()
            throws JOSEException {
        var key = new ECKeyGenerator(Curve.P_256).generate();
        var environment = Map.of("AUTH", "key", "KEY", key.toJSONString(), "CLIENT", "signing");
        var jwk = "jwk=" + key.toPublicJWK().toJSONString();
        try (var visit = new Visit("signing", environment, "room=shop", jwk, "pushed-requests=required")) {
            var inside = visit.waitsAndEnters("/login?push");

            assertThat(inside.status()).as(inside.body()).isEqualTo(200);
            assertThat(visit.site.opens(visit.browser, "/refresh").status()).isEqualTo(200);
        }
    }

    @Test
    void givenALogin_whenTheSiteRefreshes_thenTheVisitorIsTheSame() {
        try (var visit = new Visit("basic")) {
            var inside = json(visit.waitsAndEnters("/login"));

            var refreshed = visit.site.opens(visit.browser, "/refresh");

            assertThat(refreshed.status()).as(refreshed.body()).isEqualTo(200);
            assertThat(json(refreshed).at("/claims/sub")).isEqualTo(inside.at("/claims/sub"));
            assertThat(json(refreshed).at("/claims/auth_time")).isEqualTo(inside.at("/claims/auth_time"));
        }
    }

    @Test
    void givenARedeemedCode_whenItIsUsedAgain_thenItsTokensAreRevoked() {
        try (var visit = new Visit("post")) {
            visit.waitsAndEnters("/login");

            var again = visit.site.opens(visit.browser, "/reuse");

            assertThat(json(again).path("error").asString()).isEqualTo("invalid_grant");
            assertThat(json(visit.site.opens(visit.browser, "/userinfo"))
                            .path("status")
                            .asInt())
                    .isEqualTo(401);
            assertThat(json(visit.site.opens(visit.browser, "/refresh"))
                            .path("error")
                            .asString())
                    .isEqualTo("invalid_grant");
        }
    }

    @Test
    void givenAnotherVerifier_whenTheCodeIsRedeemed_thenItIsRefused() {
        try (var visit = new Visit("basic")) {
            var refused = visit.waitsAndEnters("/login?wrong-verifier");

            assertThat(refused.status()).isEqualTo(400);
            assertThat(json(refused).path("error").asString()).isEqualTo("invalid_grant");
        }
    }

    @Test
    void givenAnAdmittedVisitor_whenTheAnswerNamesAnotherIssuer_thenTheLibraryRefusesIt() {
        try (var visit = new Visit("basic")) {
            visit.waitsAndEnters("/login");
            var callback = visit.browser.opens(visit.site.at("/login"));
            assertThat(callback.parameter("iss")).isEqualTo(visit.gatehouse.issuer());
            var issuer = Browser.form(Map.of("iss", callback.parameter("iss")));

            var refused = visit.browser.opens(callback.url().replace(issuer, "iss=http%3A%2F%2Fevil.invalid"));

            assertThat(json(refused).path("code").asString()).isEqualTo("OAUTH_INVALID_RESPONSE");
            var accepted = visit.browser.opens(callback.url());
            assertThat(accepted.status()).as(accepted.body()).isEqualTo(200);
        }
    }

    private static JsonNode json(Browser.Page page) {
        return JSON.readTree(page.body());
    }
}
