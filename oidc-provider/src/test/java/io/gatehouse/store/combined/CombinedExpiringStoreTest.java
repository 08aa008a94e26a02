package io.gatehouse.store.combined;

import io.gatehouse.event.OutboxContract;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.history.HistoryContract;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.ExpiringStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The store of small values as the running service has it. */
class CombinedExpiringStoreTest extends ExpiringStoreContract {

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer redis;

    @SuppressWarnings("NullAway.Init")
    private static RunningGatehouse gatehouse;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        gatehouse = RunningGatehouse.start(BothStores.settings(redis));
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
        redis.close();
    }

    @Override
    protected ExpiringStore store() {
        return gatehouse.bean(ExpiringStore.class);
    }

    @Nested
    class Events extends OutboxContract {

        @Override
        protected ExpiringStore store() {
            return gatehouse.bean(ExpiringStore.class);
        }
    }

    @Nested
    class Minutes extends HistoryContract {

        @Override
        protected ExpiringStore store() {
            return gatehouse.bean(ExpiringStore.class);
        }
    }
}
