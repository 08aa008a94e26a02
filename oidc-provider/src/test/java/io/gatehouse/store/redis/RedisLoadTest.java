package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Advance;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Terms;
import io.gatehouse.testing.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a waiting visitor and the longest script cost in Redis: units that docs/scale.md rests on. */
@Tag("load")
class RedisLoadTest {

    private static final int VISITORS = 100_000;
    private static final Terms TERMS = new Terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final RoomId SHOP = new RoomId("shop");

    @Test
    void givenAHundredThousandWhoWait_whenMemoryIsMeasured_thenEachTakesLittle() {
        var clock = MutableClock.standing();
        try (var server = RedisServer.start();
                var clients = Clients.of(server)) {
            var room = new RedisRoomStore(clients.link());
            room.join(SHOP, new PlaceId(UUID.randomUUID()), clock.instant());
            var before = Long.parseLong(server.info("used_memory"));
            var start = System.nanoTime();

            IntStream.range(0, VISITORS)
                    .parallel()
                    .forEach(i -> room.join(SHOP, new PlaceId(UUID.randomUUID()), clock.instant()));

            var seconds = (System.nanoTime() - start) / 1e9;
            var each = (Long.parseLong(server.info("used_memory")) - before) / VISITORS;
            System.out.printf(
                    "Redis: %d bytes for each of %d waiting visitors; %.0f joins a second%n",
                    each, VISITORS, VISITORS / seconds);
            assertThat(each).isLessThan(300);
        }
    }

    @Test
    void givenTheMostThatOneCallMayDo_whenScriptsRun_thenNoneBlocksTheOthersForLong() {
        var clock = MutableClock.standing();
        try (var server = RedisServer.start();
                var clients = Clients.of(server)) {
            var room = new RedisRoomStore(clients.link());
            IntStream.range(0, 20_000)
                    .parallel()
                    .forEach(i -> room.join(SHOP, new PlaceId(UUID.randomUUID()), clock.instant()));

            var seen = room.snapshot(SHOP, clock.instant());
            var all = new Advance(20_000, 0, Instant.EPOCH);
            room.serve(SHOP, seen, new Advance(1, 0, Instant.EPOCH), TERMS, clock.instant());
            seen = room.snapshot(SHOP, clock.instant());

            var start = worked(server);
            room.serve(SHOP, seen, all, TERMS, clock.instant());
            var called = worked(server);
            clock.advance(TERMS.claimWindow());
            room.snapshot(SHOP, clock.instant());
            var lapsed = worked(server);

            System.out.printf(
                    "Redis: 5000 calls in one script take %.0f ms, 500 ends of a stage %.0f ms%n",
                    (called - start) * 1e3, (lapsed - called) * 1e3);
            assertThat(called - start).isLessThan(0.5);
            assertThat(lapsed - called).isLessThan(0.1);
        }
    }

    /** Of a processor, in seconds: other than the clock's time it does not count what the machine does besides. */
    private static double worked(RedisServer server) {
        return Double.parseDouble(server.info("used_cpu_user")) + Double.parseDouble(server.info("used_cpu_sys"));
    }
}
