package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.room.RandomVisits;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("faults")
class RedisRoomModelTest {

    private static final int SEEDS = FaultSize.of(10, 25);
    private static final int STEPS = 500;

    /** In it a visitor joins while another is ready. */
    private static final int READY = 964_568;

    @Test
    void givenRandomVisits_whenPlayedToRedisAndTheLine_thenAllAnswersAreEqual() {
        var start = new Random().nextInt(1_000_000);

        try (var server = RedisServer.start();
                var clients = Clients.of(server)) {
            for (int i = 0; i < SEEDS; i++) {
                assertThat(server.say("FLUSHALL")).isEqualTo("OK");
                var visits = new RandomVisits(i == 0 ? READY : start + i, new RedisRoomStore(clients.link()));
                visits.play(STEPS);
                visits.compareAll();
            }
        }
    }
}
