package io.gatehouse.store.redis;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.ledger.LedgerStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisLedgerStoreTest extends LedgerStoreContract {

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
    protected LedgerStore store() {
        return new RedisLedgerStore(clients.link());
    }
}
