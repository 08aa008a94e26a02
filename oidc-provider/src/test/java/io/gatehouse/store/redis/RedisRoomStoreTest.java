package io.gatehouse.store.redis;

import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisRoomStoreTest extends RoomStoreContract {

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
    protected RoomStore store() {
        return new RedisRoomStore(clients.link());
    }
}
