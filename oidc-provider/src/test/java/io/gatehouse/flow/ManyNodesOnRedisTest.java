package io.gatehouse.flow;

import io.gatehouse.store.redis.RedisServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ManyNodesOnRedisTest extends ManyNodesContract {

    @SuppressWarnings("NullAway.Init") // started before all
    private RedisServer redis;

    @Override
    protected String[] startStore() {
        redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
        // It is away for a while: as quickly noticed as by a node that nobody has told otherwise.
        return Stream.concat(Stream.of(redis.settings()), Stream.of("spring.data.redis.timeout=2s"))
                .toArray(String[]::new);
    }

    @Override
    protected void storeGoes() {
        redis.isKilled();
    }

    @Override
    protected void storeComesBack() {
        redis.starts();
    }

    @Test
    void givenAVisitorInLine_whenRedisHangs_thenAllAreToldAndNothingIsLost() {
        outage(redis::freezes, redis::thaws);
    }

    @Test
    void givenAVisitorInLine_whenRedisIsAReplicaForAWhile_thenAllAreToldAndNothingIsLost() {
        refusal(() -> redis.say("REPLICAOF", "127.0.0.1", "1"), () -> redis.say("REPLICAOF", "NO", "ONE"));
    }

    @Test
    void givenAVisitorInLine_whenRedisHasNoMemoryLeft_thenAllAreToldAndNothingIsLost() {
        refusal(() -> redis.say("CONFIG", "SET", "maxmemory", "1"), () -> redis.say("CONFIG", "SET", "maxmemory", "0"));
    }

    @Test
    void givenRoomToSpare_whenManyComeSideBySide_thenNoneSeesThePage() throws Exception {
        passThrough(8, 16);
        emptyTheLine();
        passThrough(32, 4);
    }

    @Override
    protected void stopStore() {
        redis.close();
    }
}
