package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.bench.Figure;
import io.gatehouse.bench.Figures;
import io.gatehouse.bench.Growth;
import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Terms;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a waiting visitor and the longest script cost in Redis: units that docs/scale.md rests on. */
@Tag("load")
class RedisLoadTest {

    private static final int VISITORS = 100_000;
    private static final int CLIENTS = 64;
    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final RoomId SHOP = new RoomId("shop");

    @Test
    void givenThousandsToAMillionWhoWait_whenTheyJoinAndAreCalled_thenEachCostsTheSameAndTakesFewBytes() {
        var clock = MutableClock.standing();
        var figures = new Figures("RedisLoadTest");
        var threads = Executors.newFixedThreadPool(CLIENTS);
        try (var server = RedisServer.start();
                var clients = Clients.of(server)) {
            var each = Growth.of("redis", figures, new RedisRoomStore(clients.link()), clock, new Growth.Crowd() {
                @Override
                public void fills(WaitingRoom room, int many) {
                    RedisLoadTest.fills(threads, room, many);
                }

                @Override
                public void goesOn() {}

                @Override
                public double worked() {
                    return RedisLoadTest.worked(server);
                }

                @Override
                public long bytes() {
                    return Long.parseLong(server.info("used_memory"));
                }
            });

            figures.tell("memory.redis", Figure.once("bytes", each));
            assertThat(each).isLessThanOrEqualTo(200);
        } finally {
            threads.shutdown();
        }
    }

    private static void fills(ExecutorService threads, WaitingRoom room, int many) {
        var left = new AtomicInteger(many);
        Runnable client = () -> {
            while (left.getAndDecrement() > 0) {
                room.join(new PlaceId(UUID.randomUUID()));
            }
        };
        var clients = Stream.generate(() -> CompletableFuture.runAsync(client, threads))
                .limit(CLIENTS);
        CompletableFuture.allOf(clients.toArray(CompletableFuture<?>[]::new)).join();
    }

    @Test
    void givenTheMostThatOneCallMayDo_whenScriptsRun_thenNoneBlocksTheOthersForLong() {
        var clock = MutableClock.standing();
        try (var server = RedisServer.start();
                var clients = Clients.of(server)) {
            var room = new Lines(new RedisRoomStore(clients.link()));
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
                    "Redis: 5000 calls in 10 scripts take %.0f ms, 5000 ends of a stage %.0f ms%n",
                    (called - start) * 1e3, (lapsed - called) * 1e3);
            assertThat((called - start) / 10).as("each script").isLessThan(0.1);
            assertThat((lapsed - called) / 10).as("each script").isLessThan(0.1);
        }
    }

    @Test
    void givenAHundredThousandInFrontWhoHaveLeft_whenTheOneBehindThemIsCalled_thenOneCallReachesThem() {
        aCallReachesTheOneBehind((line, places, now) -> {
            var store = line.store();
            for (int first = 0; first < places.size(); first += store.most()) {
                var leave = places.subList(first, Math.min(places.size(), first + store.most())).stream()
                        .map(place -> new RoomStore.Step(
                                place, Optional.of(place.after(Act.LEAVE, TERMS, now)), Optional.empty()))
                        .toList();
                assertThat(store.replace(SHOP, leave)).isTrue();
            }
        });
    }

    @Test
    void givenAHundredThousandInFrontWhomNobodyLookedFor_whenTheLineIsSwept_thenOneCallReachesTheOneBehindThem() {
        aCallReachesTheOneBehind((line, places, now) -> line.sweep(SHOP, now));
    }

    /** In what way a crowd in line ends. */
    @FunctionalInterface
    private interface End {

        void of(Lines line, List<Place> places, Instant now);
    }

    /** Behind a crowd that nobody has looked for, and that has ended in this way. */
    private static void aCallReachesTheOneBehind(End end) {
        var clock = MutableClock.standing();
        try (var server = RedisServer.start();
                var clients = Clients.of(server)) {
            var line = new Lines(new RedisRoomStore(clients.link()));
            var places = IntStream.range(0, VISITORS)
                    .parallel()
                    .mapToObj(i -> line.join(SHOP, new PlaceId(UUID.randomUUID()), clock.instant())
                            .place())
                    .toList();
            clock.advance(TERMS.waitingTtl());
            var behind = line.join(SHOP, new PlaceId(UUID.randomUUID()), clock.instant());
            var start = worked(server);
            end.of(line, places, clock.instant());
            var ended = worked(server);
            var seen = line.snapshot(SHOP, clock.instant());

            var called = line.called(SHOP, seen, new Advance(1, 0, clock.instant()), TERMS, clock.instant());

            System.out.printf(
                    "FIGURE redis: %d places end in %.0f ms of its CPU, and the call past them takes %.0f ms%n",
                    VISITORS, (ended - start) * 1e3, (worked(server) - ended) * 1e3);
            assertThat(called).hasValueSatisfying(one -> assertThat(one)
                    .extracting(Place::id)
                    .containsExactly(behind.place().id()));
            assertThat(line.snapshot(SHOP, clock.instant()).serving()).isEqualTo(VISITORS + 1);
        }
    }

    @Test
    void givenALine_whenEachOperationIsMeasured_thenItsCostIsTold() {
        var clock = MutableClock.standing();
        try (var server = RedisServer.start();
                var clients = Clients.of(server)) {
            var room = new Lines(new RedisRoomStore(clients.link()));
            var visitors = Stream.generate(() -> new PlaceId(UUID.randomUUID()))
                    .limit(10_000)
                    .toList();
            var called = visitors.subList(0, 5_000);
            each(server, "a join", visitors, one -> room.join(SHOP, one, clock.instant()));
            each(server, "a join of one who is there", visitors, one -> room.join(SHOP, one, clock.instant()));
            each(server, "a look at a place", visitors, one -> room.find(SHOP, one, clock.instant()));
            each(server, "a look by position", called, one -> room.at(SHOP, 5_000, clock.instant()));
            each(server, "a look at the room", called, one -> room.snapshot(SHOP, clock.instant()));
            each(server, "a call of 10", called.subList(0, 500), one -> {
                var seen = room.snapshot(SHOP, clock.instant());
                room.serve(SHOP, seen, new Advance(10, 0, Instant.EPOCH), TERMS, clock.instant());
            });
            each(server, "a claim", called, one -> room.apply(SHOP, one, Act.CLAIM, TERMS, clock.instant()));
            each(server, "an arrival", called, one -> room.apply(SHOP, one, Act.ARRIVE, TERMS, clock.instant()));
            each(server, "an end", called, one -> room.apply(SHOP, one, Act.COMPLETE, TERMS, clock.instant()));
            assertThat(room.snapshot(SHOP, clock.instant()).waiting()).isEqualTo(5_000);
        }
    }

    @Test
    void givenManyAtATime_whenTheyJoinAndLook_thenWhatEachCostsIsTold() throws Exception {
        var clock = MutableClock.standing();
        try (var server = RedisServer.start();
                var clients = Clients.of(server)) {
            var room = new Lines(new RedisRoomStore(clients.link()));
            var visitors = Stream.generate(() -> new PlaceId(UUID.randomUUID()))
                    .limit(VISITORS)
                    .toList();
            together(server, "a join among many", visitors, one -> room.join(SHOP, one, clock.instant()));
            together(server, "a look among many", visitors, one -> room.find(SHOP, one, clock.instant()));
            assertThat(room.snapshot(SHOP, clock.instant()).waiting()).isEqualTo(VISITORS);
        }
    }

    /** As many as a node lets in at a time. */
    private static void together(RedisServer server, String what, List<PlaceId> visitors, Consumer<PlaceId> deed)
            throws Exception {
        var threads = Executors.newFixedThreadPool(64);
        var before = scripts(server);
        try {
            for (var done : threads.invokeAll(visitors.stream()
                    .map(one -> Executors.callable(() -> deed.accept(one)))
                    .toList())) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
        told(what, visitors.size(), before, scripts(server));
    }

    private static void each(RedisServer server, String what, List<PlaceId> visitors, Consumer<PlaceId> deed) {
        var before = scripts(server);
        visitors.forEach(deed);
        told(what, visitors.size(), before, scripts(server));
    }

    private static void told(String what, int visitors, double[] before, double[] after) {
        System.out.printf("redis: %s: %.2f scripts%n", what, (after[0] - before[0]) / visitors);
        new Figures("RedisLoadTest")
                .tell("cpu.redis." + what, Figure.once("us of CPU", (after[1] - before[1]) / visitors));
    }

    /** How many scripts were run, and how long a processor has worked for them, in microseconds. */
    private static double[] scripts(RedisServer server) {
        var many = server.say("INFO", "commandstats")
                .lines()
                .filter(line -> line.contains("cmdstat_eval"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll(".*:calls=(\\d+).*", "$1")))
                .sum();
        return new double[] {many, worked(server) * 1e6};
    }

    /** Of a processor, in seconds: other than the clock's time it does not count what the machine does besides. */
    private static double worked(RedisServer server) {
        return Double.parseDouble(server.info("used_cpu_user")) + Double.parseDouble(server.info("used_cpu_sys"));
    }
}
