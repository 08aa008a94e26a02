package io.gatehouse.store.combined;

import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import io.gatehouse.store.redis.LinesInRedis;
import io.gatehouse.store.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class CombinedRoomStoreTest extends RoomStoreContract {

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer server;

    @SuppressWarnings("NullAway.Init")
    private static LinesInRedis lines;

    private final RoomStore store = lines.node();

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        lines = LinesInRedis.of(server);
    }

    @AfterAll
    static void stop() {
        lines.close();
        server.close();
    }

    @Override
    protected RoomStore store() {
        return store;
    }

    /** Each is two transactions. */
    @Override
    protected int crowd() {
        return 120;
    }
}
