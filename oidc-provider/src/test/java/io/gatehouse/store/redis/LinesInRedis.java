package io.gatehouse.store.redis;

import io.gatehouse.room.RoomStore;
import io.gatehouse.store.PositionBlocks;
import io.gatehouse.store.dynamodb.RoomsBehind;
import io.gatehouse.time.SystemScheduler;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Nodes whose lines are in one Redis, before one table of DynamoDB. */
public final class LinesInRedis implements AutoCloseable {

    /** How long a call waits for who has been lost. */
    public static final Duration RECOVERY = Duration.ofMinutes(2);

    private final Clients clients;
    private final RoomsBehind rooms;

    private LinesInRedis(Clients clients, RoomsBehind rooms) {
        this.clients = clients;
        this.rooms = rooms;
    }

    public static LinesInRedis of(RedisServer server) {
        return of(server, RoomsBehind.shared());
    }

    public static LinesInRedis of(RedisServer server, RoomsBehind rooms) {
        return new LinesInRedis(Clients.of(server), rooms);
    }

    /** On a server that is to die, or whose connections are to be cut. */
    public static LinesInRedis impatient(RedisServer server, RoomsBehind rooms) {
        return new LinesInRedis(Clients.impatient(server), rooms);
    }

    public static LinesInRedis of(RedisCluster cluster) {
        return new LinesInRedis(Clients.of(cluster), RoomsBehind.shared());
    }

    /** A node's store. */
    public RoomStore node() {
        return node(blocks -> blocks);
    }

    /** A node's store, to which blocks of positions come in this way. */
    public RoomStore node(UnaryOperator<PositionBlocks> way) {
        return node(way, RECOVERY);
    }

    /** A node's store that passes over the lost after this time. */
    public RoomStore node(Duration recovery) {
        return node(blocks -> blocks, recovery);
    }

    private RoomStore node(UnaryOperator<PositionBlocks> way, Duration recovery) {
        return rooms.line(blocks -> new RedisWaitingLine(
                clients.link(), way.apply(blocks), recovery, new SecureRandom(), new SystemScheduler()));
    }

    @Override
    public void close() {
        clients.close();
    }
}
