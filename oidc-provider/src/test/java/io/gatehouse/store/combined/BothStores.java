package io.gatehouse.store.combined;

import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.util.UUID;
import java.util.stream.Stream;

/** What a node has to be told to keep its lines in this Redis, and all else in a table of its own. */
public final class BothStores {

    private BothStores() {}

    public static String[] settings(RedisServer redis) {
        var dynamoDb = DynamoDbLocal.shared().settings("redis+dynamodb", "table-" + UUID.randomUUID());
        return Stream.concat(Stream.of(dynamoDb), Stream.of("spring.data.redis.url=" + redis.url()))
                .toArray(String[]::new);
    }
}
