package io.gatehouse.oidc;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.util.Base64URL;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The OpenID Foundation's plan "Form Post OP": the modules of "Basic OP" whose answer differs when it is posted. */
class ConformanceFormPostTest {

    private static final Pattern ACTION = Pattern.compile("<form[^>]* action=\"([^\"]*)\"");
    private static final Pattern FIELD = Pattern.compile("<input type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\"");

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start("gatehouse.rooms.shop.capacity=100000");

    private final Browser browser = gatehouse.browser();

    @Test
    @DisplayName("oidcc-server")
    void givenFormPost_whenAsked_thenThePostedCodeLogsTheVisitorIn() {
        var posted = posted(browser.opens(Login.authorize("response_mode", "form_post", "nonce", "n+1")));

        var tokens = Login.redeem(gatehouse, posted.getOrDefault("code", ""));

        assertThat(posted).containsOnlyKeys("code", "state", "iss");
        assertThat(posted).containsEntry("state", "st+a/t=e").containsEntry("iss", gatehouse.issuer());
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(Login.claims(tokens.text("id_token")).path("nonce").asString())
                .isEqualTo("n+1");
    }

    @Test
    @DisplayName("oidcc-response-type-missing")
    void givenFormPost_whenTheResponseTypeIsMissing_thenTheErrorIsPosted() {
        var posted = posted(
                browser.opens(Login.authorize("response_mode", "form_post").replaceFirst("&?response_type=code", "")));

        assertThat(posted).containsEntry("error", "invalid_request").containsEntry("state", "st+a/t=e");
    }

    @Test
    @DisplayName("oidcc-prompt-none-not-logged-in")
    void givenFormPost_whenNobodyIsAskedSilently_thenLoginRequiredIsPosted() {
        var posted = posted(browser.opens(Login.authorize("response_mode", "form_post", "prompt", "none")));

        assertThat(posted).containsEntry("error", "login_required").doesNotContainKey("code");
    }

    @Test
    @DisplayName("oidcc-ensure-post-request-succeeds")
    void givenFormPost_whenTheRequestIsPostedToo_thenTheCodeIsPosted() {
        var page = browser.submits("/authorize", Browser.parameters(Login.authorize("response_mode", "form_post")));

        assertThat(posted(page)).containsKey("code");
    }

    @Test
    @DisplayName("oidcc-ensure-registered-redirect-uri")
    void givenFormPost_whenTheRedirectUriIsUnknown_thenNothingIsPostedThere() {
        var page = browser.gets(Login.authorize("response_mode", "form_post", "redirect_uri", "https://evil.example/"));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.body()).doesNotContain("<form");
    }

    @Test
    @DisplayName("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported")
    void givenFormPost_whenARequestObjectComes_thenTheRefusalIsPosted() {
        var inside = unsigned("{\"response_mode\":\"form_post\",\"state\":\"in+side\",\"nonce\":\"n\"}");

        var alone = posted(browser.opens(Login.authorize("request", inside, "state", "")));
        var beside = posted(browser.opens(Login.authorize("response_mode", "form_post", "request", inside)));
        var unreadable = posted(browser.opens(Login.authorize("response_mode", "form_post", "request", "e30.e30.")));

        assertThat(alone).containsEntry("error", "request_not_supported").containsEntry("state", "in+side");
        assertThat(beside).containsEntry("error", "request_not_supported").containsEntry("state", "st+a/t=e");
        assertThat(unreadable).containsEntry("error", "request_not_supported").containsEntry("state", "st+a/t=e");
    }

    @Test
    void givenARequestObjectThatIsSignedOrOdd_whenItComes_thenNothingOfItIsBelieved() {
        for (var object : List.of(
                unsigned("{\"response_mode\":\"fragment\",\"state\":7}"),
                unsigned("[\"response_mode\",\"form_post\"]"),
                encoded("{\"alg\":\"HS256\"}") + "." + encoded("{\"response_mode\":\"form_post\",\"state\":\"s\"}")
                        + ".c2ln",
                unsigned("[".repeat(3_000)),
                "...")) {
            var answer = browser.opens(Login.authorize("request", object, "state", ""));

            assertThat(answer.url()).as(object).startsWith(SITE + "/callback?error=request_not_supported");
            assertThat(answer.parameters()).doesNotContainKey("state");
        }
    }

    private static String unsigned(String claims) {
        return encoded("{\"alg\":\"none\"}") + "." + encoded(claims) + ".";
    }

    private static String encoded(String json) {
        return Base64URL.encode(json).toString();
    }

    private static Map<String, String> posted(Page page) {
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("cache-control")).contains("no-store");
        var action = ACTION.matcher(page.body());
        assertThat(action.find()).isTrue();
        assertThat(action.group(1)).isEqualTo(SITE + "/callback");
        var fields = new LinkedHashMap<String, String>();
        FIELD.matcher(page.body()).results().forEach(field -> fields.put(field.group(1), field.group(2)));
        return fields;
    }
}
