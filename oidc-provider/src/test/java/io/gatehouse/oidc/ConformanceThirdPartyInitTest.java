package io.gatehouse.oidc;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * The OpenID Foundation's plan "3rd Party-Init OP" (OpenID Connect Core section 4): the visitor comes to the
 * room first, and Gatehouse has the site begin the login.
 */
@DisplayName("oidcc-3rd-party-init-login")
class ConformanceThirdPartyInitTest {

    private static final String TOKEN = "a-token-for-those-who-register";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.alone.title=Alone",
                    "gatehouse.rooms.many.capacity=100000",
                    "gatehouse.registration.token=" + TOKEN,
                    "gatehouse.registration.room=many")
            .site("alone", "alone", "initiate-login-uri=" + SITE + "/initiate?x=1")
            .site("other", "many")
            .starts();

    private final Browser browser = gatehouse.browser();

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("alone");
    }

    @Test
    void givenAVisitorAtTheSecondDoor_whenTheirTurnIsClaimed_thenTheSiteIsAskedToBeginTheLogin() {
        var wait = browser.opens("/rooms/alone/enter");
        gatehouse.letIn("alone", 1);

        var initiated = browser.submits("/rooms/alone/continue", Map.of("request", wait.parameter("request")));
        var code = Login.authorizeCode(browser, "alone");

        assertThat(wait.url()).contains("/rooms/alone/wait");
        expectInitiated(initiated, SITE + "/initiate?x=1&");
        assertThat(Login.redeem(gatehouse, "alone", code).status()).isEqualTo(200);
    }

    @Test
    void givenARegisteredSite_whenAVisitorComesToItsDoor_thenItIsAskedToBeginTheLogin() throws Exception {
        var metadata = "{\"redirect_uris\":[\"" + SITE + "/callback\"],\"initiate_login_uri\":\"" + SITE + "/begin\"}";
        var answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(gatehouse.issuer() + "/register"))
                                .header("Authorization", "Bearer " + TOKEN)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(metadata))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        var clientId =
                new JsonMapper().readTree(answer.body()).path("client_id").asString();

        var initiated = browser.opens("/rooms/many/enter?request=door." + clientId);
        var code = Login.authorizeCode(browser, clientId);

        expectInitiated(initiated, SITE + "/begin?");
        assertThat(code).isNotEmpty();
    }

    @Test
    void givenADoorOfASiteInAnotherRoom_whenAVisitorComes_thenTheyAreSentToNoSite() {
        var page = browser.opens("/rooms/many/enter?request=door.alone");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.url()).startsWith(gatehouse.issuer() + "/rooms/many/");
    }

    @Test
    void givenBothEntryAndInitiateLoginUri_whenRead_thenTheyAreRefused() {
        assertThatThrownBy(
                        () -> RunningGatehouse.start("gatehouse.sites.shop.initiate-login-uri=" + SITE + "/initiate"))
                .hasStackTraceContaining("gatehouse.sites.shop.initiate-login-uri");
    }

    private static void expectInitiated(Page page, String address) {
        assertThat(page.url()).startsWith(address);
        assertThat(page.parameter("iss")).isEqualTo(gatehouse.issuer());
        assertThat(page.parameter("target_link_uri")).isEqualTo(SITE + "/");
        assertThat(page.parameters()).doesNotContainKeys("code", "state", "login_hint");
    }
}
