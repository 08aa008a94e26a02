package io.gatehouse.store.combined;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.room.RandomVisits;
import io.gatehouse.store.dynamodb.RoomsBehind;
import io.gatehouse.store.redis.LinesInRedis;
import io.gatehouse.store.redis.RedisServer;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("faults")
class CombinedRoomModelTest {

    private static final int SEEDS = FaultSize.of(1, 6);
    private static final int STEPS = 400;

    @Test
    void givenRandomVisits_whenPlayedToTheStoreAndTheLine_thenAllAnswersAreEqual() {
        var start = new Random().nextInt(1_000_000);

        for (int i = 0; i < SEEDS; i++) {
            play(start + i);
        }
    }

    private static void play(long seed) {
        try (var server = RedisServer.start();
                var lines = LinesInRedis.of(server, RoomsBehind.fresh())) {
            var visits = new RandomVisits(seed, lines.node());
            for (int played = 0; played < STEPS; played += 100) {
                visits.play(100);
                visits.compareAll();
                visits.reopened(lines.node());
            }
        }
    }
}
