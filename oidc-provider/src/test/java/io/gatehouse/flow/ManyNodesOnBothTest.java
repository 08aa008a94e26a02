package io.gatehouse.flow;

import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("faults")
class ManyNodesOnBothTest extends ManyNodesContract {

    @SuppressWarnings("NullAway.Init") // started before all
    private RedisServer redis;

    @SuppressWarnings("NullAway.Init") // started before all
    private DynamoDbLocal dynamoDb;

    @Override
    protected String[] startStore() {
        redis = RedisServer.start();
        dynamoDb = DynamoDbLocal.start();
        var settings = Arrays.stream(dynamoDb.settings("redis+dynamodb", "many-nodes"));
        return Stream.concat(
                        settings, Stream.of("spring.data.redis.url=" + redis.url(), "spring.data.redis.timeout=2s"))
                .toArray(String[]::new);
    }

    /** Nothing is left of what Redis held. */
    @Override
    protected void storeGoes() {
        redis.isKilled();
    }

    @Override
    protected void storeComesBack() {
        redis.startsEmpty();
    }

    @Test
    void givenAVisitorInLine_whenDynamoDbHangs_thenAllAreToldAndNothingIsLost() {
        outage(dynamoDb::pause, dynamoDb::resume);
    }

    @Override
    protected void stopStore() {
        dynamoDb.close();
        redis.close();
    }
}
