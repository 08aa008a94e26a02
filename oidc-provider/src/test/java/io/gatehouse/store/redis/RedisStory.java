package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.util.Map;

/** One visitor, from a site's login to what the site learns of them. */
final class RedisStory {

    private RedisStory() {}

    /** Plays it to the whole service with these settings. */
    static void isTold(String... settings) {
        try (var gatehouse = RunningGatehouse.start(settings)) {
            isTold(gatehouse);
        }
    }

    /** Plays it to this service. */
    static void isTold(RunningGatehouse gatehouse) {
        var browser = gatehouse.browser();
        var wait = browser.opens(Login.authorize("nonce", "n-1"));
        assertThat(wait.url()).contains("/rooms/shop/wait");
        assertThat(wait.body()).containsPattern("class=\"(WAITING|NEXT)\"");

        gatehouse.letIn("shop", (int) gatehouse.room("shop").snapshot().callable());
        var answer = claims(browser, wait);
        var tokens = Login.redeem(gatehouse, answer.parameter("code"));
        var user = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));

        var subject = Login.claims(tokens.text("id_token")).path("sub").asString();
        assertThat(user.text("sub")).isEqualTo(subject);
        assertThat(gatehouse.room("shop").snapshot().admitted()).isPositive();
    }

    private static Browser.Page claims(Browser browser, Browser.Page wait) {
        return browser.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
    }
}
