package io.gatehouse.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomStore;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.store.combined.BothStores;
import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.value.ExpiringStore;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Makes the beans of a node on each kind of store, without a visitor: a circle of beans, a port that nothing
 * fills or two beans fill stops the start. What the stores do is in the contracts and in ManyNodesContract.
 */
class StoreKindTest {

    @ParameterizedTest
    @EnumSource
    void givenAKindOfStore_whenANodeStartsOnIt_thenEachPortIsFilledOnce(StoreKind kind) {
        try (var redis = RedisServer.start();
                var node = RunningGatehouse.start(settings(kind, redis))) {
            assertThat(List.of(RoomStore.class, ExpiringStore.class, LedgerStore.class))
                    .allSatisfy(port -> assertThat(node.bean(port)).isNotNull());
        }
    }

    private static String[] settings(StoreKind kind, RedisServer redis) {
        return switch (kind) {
            case EMBEDDED -> new String[0];
            case REDIS -> redis.settings();
            case DYNAMODB -> DynamoDbLocal.shared().settings("dynamodb", "table-" + UUID.randomUUID());
            case REDIS_DYNAMODB -> BothStores.settings(redis);
        };
    }
}
