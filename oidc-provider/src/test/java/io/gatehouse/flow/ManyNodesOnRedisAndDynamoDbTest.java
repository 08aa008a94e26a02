package io.gatehouse.flow;

import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The line is in Redis, all else in DynamoDB: either may go. */
class ManyNodesOnRedisAndDynamoDbTest extends ManyNodesContract {

    @SuppressWarnings("NullAway.Init") // started before all
    private RedisServer redis;

    @SuppressWarnings("NullAway.Init")
    private DynamoDbLocal dynamoDb;

    @Override
    protected String[] startStore() {
        redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
        dynamoDb = DynamoDbLocal.start();
        return Stream.concat(
                        Stream.of(dynamoDb.settings("redis+dynamodb", "gatehouse")),
                        Stream.of("spring.data.redis.url=" + redis.url()))
                .toArray(String[]::new);
    }

    @Override
    protected void storeGoes() {
        dynamoDb.pause();
    }

    @Override
    protected void storeComesBack() {
        dynamoDb.resume();
    }

    @Test
    void givenAVisitorInLine_whenRedisIsReplacedByAnEmptyOne_thenAllAreToldAndNothingIsLost() {
        outage(redis::isKilled, redis::startsEmpty);
    }

    @Override
    protected void stopStore() {
        dynamoDb.close();
        redis.close();
    }
}
