package io.gatehouse.store.redis;

import io.gatehouse.event.OutboxContract;
import io.gatehouse.history.HistoryContract;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.ExpiringStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

class RedisExpiringStoreTest extends ExpiringStoreContract {

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer server;

    @SuppressWarnings("NullAway.Init")
    private static Clients clients;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        clients = Clients.of(server);
    }

    @AfterAll
    static void stop() {
        clients.close();
        server.close();
    }

    @Override
    protected ExpiringStore store() {
        return new RedisExpiringStore(clients.link());
    }

    @Nested
    class Events extends OutboxContract {

        @Override
        protected ExpiringStore store() {
            return new RedisExpiringStore(clients.link());
        }
    }

    @Nested
    class Minutes extends HistoryContract {

        @Override
        protected ExpiringStore store() {
            return new RedisExpiringStore(clients.link());
        }
    }
}
