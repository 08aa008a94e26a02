package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The server that other tests rely on does what it says; what they do with a cluster says that of it. */
class RedisFixturesTest {

    @Test
    void givenAServerThatAppends_whenItIsKilledAndStarted_thenItHasItsData() {
        try (var server = RedisServer.start("--appendonly", "yes", "--appendfsync", "always")) {
            server.say("SET", "key", "value");

            server.isKilled();
            server.starts();

            assertThat(server.say("GET", "key")).isEqualTo("value");
            server.isKilled();
            server.startsEmpty();
            assertThat(server.say("GET", "key")).isEmpty();
        }
    }
}
