package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.bench.Figure;
import io.gatehouse.bench.Figures;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.SystemScheduler;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a waiting visitor costs in Redis when all else is in DynamoDB. */
@Tag("load")
class RedisWaitingLineSizeTest {

    private static final int VISITORS = 100_000;
    private static final RoomId SHOP = new RoomId("shop");

    @Test
    void givenAHundredThousandWhoWait_whenMemoryIsMeasured_thenEachTakesLittle() {
        var clock = MutableClock.standing();
        try (var server = RedisServer.start();
                var clients = Clients.of(server)) {
            var line = new RedisWaitingLine(
                    clients.link(),
                    new BlocksInMemory(),
                    Duration.ofMinutes(2),
                    new SecureRandom(),
                    new SystemScheduler());
            line.join(SHOP, 1, new PlaceId(UUID.randomUUID()), 0, clock.instant());
            var before = Long.parseLong(server.info("used_memory"));

            IntStream.range(0, VISITORS)
                    .parallel()
                    .forEach(i -> line.join(SHOP, 1, new PlaceId(UUID.randomUUID()), 0, clock.instant()));

            var each = (Long.parseLong(server.info("used_memory")) - before) / VISITORS;
            new Figures("RedisWaitingLineSizeTest").tell("memory.redis+dynamodb", Figure.once("bytes", (double) each));
            assertThat(each).isLessThan(200);
        }
    }
}
