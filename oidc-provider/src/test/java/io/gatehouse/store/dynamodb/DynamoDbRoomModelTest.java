package io.gatehouse.store.dynamodb;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.room.RandomVisits;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("faults")
class DynamoDbRoomModelTest {

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
        var table = LocalTable.fresh();
        var visits = new RandomVisits(seed, LocalTable.rooms(table));
        for (int played = 0; played < STEPS; played += 100) {
            visits.play(100);
            visits.compareAll();
            visits.reopened(LocalTable.rooms(table));
        }
    }
}
