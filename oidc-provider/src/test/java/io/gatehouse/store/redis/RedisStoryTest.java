package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The whole service on Redis. */
class RedisStoryTest {

    @Test
    void givenOneServer_whenAVisitorComes_thenTheyWaitAndGetIn() {
        try (var server = RedisServer.start()) {
            RedisStory.isTold(server.settings());
        }
    }

    @Test
    void givenTwoNodesOnOneServer_whenAVisitorJoinsAtOne_thenTheOtherKnowsThem() {
        try (var server = RedisServer.start();
                var one = RunningGatehouse.start(server.settings());
                var other = RunningGatehouse.start(server.settings())) {
            one.browser().opens(Login.authorize());

            assertThat(other.room("shop").snapshot().issued()).isEqualTo(1);
            other.letIn("shop", 1);
            assertThat(one.room("shop").snapshot().turns()).isEqualTo(1);
        }
    }

    @Test
    void givenSomebodyInLine_whenANewcomerTakesAPlace_thenRedisIsAskedOnce() {
        try (var server = RedisServer.start();
                var gatehouse = RunningGatehouse.start(
                        server.settings()[0],
                        server.settings()[1],
                        "gatehouse.turnstile.tick=1m",
                        "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET)) {
            gatehouse.browser().opens("/rooms/shop/enter");
            var before = scripts(server);

            var page = gatehouse.browser().opens("/rooms/shop/enter");

            assertThat(page.url()).contains("/rooms/shop/wait");
            assertThat(scripts(server) - before)
                    .as("for the place, and for the page")
                    .isEqualTo(2);
            assertThat(metrics(gatehouse)).as("nobody times its commands").doesNotContain("lettuce");
        }
    }

    @Test
    void givenAKnownVisitor_whenTheyLogInOnceMore_thenRedisIsAskedForNothingTwice() {
        try (var server = RedisServer.start();
                var gatehouse = RunningGatehouse.start(
                        server.settings()[0],
                        server.settings()[1],
                        "gatehouse.turnstile.tick=1m",
                        "gatehouse.rooms.shop.capacity=10")) {
            var visitor = gatehouse.browser();
            logsIn(gatehouse, visitor);
            var before = scripts(server) + gets(server);

            logsIn(gatehouse, visitor);

            assertThat(scripts(server) + gets(server) - before)
                    .as("2 of authorize, 5 of the token call, 2 of userinfo, and what 2 of them read")
                    .isEqualTo(11);
        }
    }

    @Test
    void givenAServerThatAppends_whenItIsKilledAndComesBack_thenEverythingIsStillThere() {
        try (var server = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
                var gatehouse = RunningGatehouse.start(server.settings())) {
            var browser = gatehouse.browser();
            browser.opens(Login.authorize());

            server.isKilled();
            var away = browser.gets("/rooms/shop/place");
            server.starts();

            assertThat(away.status()).isEqualTo(503);
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> browser.gets("/rooms/shop/place").status() == 200);
            assertThat(browser.gets("/rooms/shop/place").body()).contains("\"position\":1");
        }
    }

    private static void logsIn(RunningGatehouse gatehouse, Browser visitor) {
        var tokens = Login.redeem(gatehouse, Login.authorizeCode(visitor, "shop"));
        var user = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));
        assertThat(user.status()).as(tokens.body()).isEqualTo(200);
    }

    private static String metrics(RunningGatehouse gatehouse) {
        var form = Map.of("grant_type", "client_credentials", "scope", "rooms.read");
        var token = Login.post(gatehouse.issuer() + "/token", Login.basic("nightly", RunningGatehouse.SECRET), form)
                .text("access_token");
        return Login.get(gatehouse.issuer() + "/panel/api/metrics", "Bearer " + token)
                .body();
    }

    private static long scripts(RedisServer server) {
        return calls(server, "cmdstat_eval");
    }

    private static long gets(RedisServer server) {
        return calls(server, "cmdstat_get:");
    }

    private static long calls(RedisServer server, String command) {
        return server.say("INFO", "commandstats")
                .lines()
                .filter(line -> line.startsWith(command))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+).*", "$1")))
                .sum();
    }
}
