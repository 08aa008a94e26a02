package io.gatehouse.store.redis;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.room.HistoryContract;
import io.gatehouse.room.RoomStore;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Six nodes, each with a connection of its own, on one Redis; now and then all connections are cut, or Redis
 * is killed.
 */
@Tag("faults")
class RedisHistoryTest extends HistoryContract {

    private static final int CUT_EVERY = 4;
    private static final int KILLED_EVERY = 16;

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer server;

    @SuppressWarnings("NullAway.Init")
    private static List<Clients> clients;

    @BeforeAll
    static void start() {
        server = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
        clients = Stream.generate(() -> Clients.impatient(server)).limit(6).toList();
    }

    @AfterAll
    static void stop() {
        clients.forEach(Clients::close);
        server.close();
    }

    @Override
    protected RoomStore node(int number) {
        return new RedisRoomStore(clients.get(number).link());
    }

    @Override
    protected int rounds() {
        return FaultSize.of(KILLED_EVERY + 4, 50);
    }

    @Override
    protected void fault(int round) {
        if (round % KILLED_EVERY == 0) {
            server.isKilled();
            server.starts();
        } else if (round % CUT_EVERY == 0) {
            server.say("CLIENT", "KILL", "TYPE", "normal");
        }
    }
}
