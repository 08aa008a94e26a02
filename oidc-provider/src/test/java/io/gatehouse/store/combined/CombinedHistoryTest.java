package io.gatehouse.store.combined;

import io.gatehouse.room.HistoryContract;
import io.gatehouse.room.RoomStore;
import io.gatehouse.store.dynamodb.Losses;
import io.gatehouse.store.dynamodb.RoomsBehind;
import io.gatehouse.store.redis.LinesInRedis;
import io.gatehouse.store.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Six nodes on one Redis and one table. Now and then all connections to Redis are cut, and in every other
 * round some of DynamoDB's answers are lost. A cut in the first moment of a line may count as a loss, and
 * calls would then wait for whoever was lost: here for no time at all.
 */
@Tag("faults")
class CombinedHistoryTest extends HistoryContract {

    private static final int CUT_EVERY = 3;

    private static volatile boolean isFaulty;

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer server;

    @SuppressWarnings("NullAway.Init")
    private static List<LinesInRedis> lines;

    private final List<RoomStore> nodes =
            lines.stream().map(line -> line.node(Duration.ZERO)).toList();

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        lines = Stream.generate(() -> LinesInRedis.impatient(server, RoomsBehind.heardBy(new Losses(() -> isFaulty))))
                .limit(6)
                .toList();
    }

    @AfterAll
    static void stop() {
        lines.forEach(LinesInRedis::close);
        server.close();
    }

    @Override
    protected RoomStore node(int number) {
        return nodes.get(number);
    }

    @Override
    protected int rounds() {
        return 20;
    }

    @Override
    protected boolean mayLeaveHoles() {
        return true;
    }

    @Override
    protected void fault(int round) {
        isFaulty = round % 2 == 0;
        if (round % CUT_EVERY == 0) {
            server.say("CLIENT", "KILL", "TYPE", "normal");
        }
    }
}
