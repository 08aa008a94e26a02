package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The whole service on a master that Sentinel watches over. */
class RedisSentinelTest {

    @Test
    void givenSentinelWatches_whenTheMasterIsKilled_thenTheServiceGoesOnAtTheReplica() {
        try (var master = RedisServer.start();
                var replica = RedisServer.follow(master);
                var sentinel = RedisServer.watch(master);
                var gatehouse = RunningGatehouse.start(
                        "gatehouse.store=redis",
                        "gatehouse.redis.replicas=0",
                        "spring.data.redis.sentinel.master=line",
                        "spring.data.redis.sentinel.nodes=localhost:" + sentinel.port())) {
            var browser = gatehouse.browser();
            browser.opens(Login.authorize());
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> replica.say("HLEN", "gatehouse:{shop}:places").equals("1"));
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> sentinel.say("SENTINEL", "REPLICAS", "line").contains("" + replica.port()));

            sentinel.watchesClosely();
            master.isKilled();

            await().atMost(Duration.ofMinutes(2))
                    .until(() -> browser.gets("/rooms/shop/place").status() == 200);
            assertThat(browser.gets("/rooms/shop/place").body()).contains("\"position\":1");
            assertThat(replica.info("role")).isEqualTo("master");
            RedisStory.isTold(gatehouse);
        }
    }
}
