package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.store.PositionBlocks;
import io.gatehouse.store.WaitingLine.Extent;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.SystemScheduler;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What becomes of who waits when Redis loses it, whole or in part; the blocks are never lost. */
class RedisWaitingLineTest {

    private static final Duration RECOVERY = Duration.ofMinutes(2);
    private static final int BLOCK = 1_000;

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer server;

    @SuppressWarnings("NullAway.Init")
    private static Clients clients;

    private final MutableClock clock = MutableClock.standing();
    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final PositionBlocks blocks = new BlocksInMemory();
    private final RedisWaitingLine line = line(blocks);

    /** Each a thread of its own: some are held up, and the common pool may have a single one. */
    private final Executor threads = task -> new Thread(task).start();

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        clients = Clients.of(server);
    }

    @AfterAll
    static void stop() {
        clients.close();
        server.close();
    }

    @Test
    void givenNobodyJoined_whenTheLineIsLookedAt_thenNothingIsBegun() {
        assertThat(extent()).isEqualTo(extent(0, 0, 0));
        assertThat(blocks.last(room, 1)).isZero();
    }

    @Test
    void givenMoreThanABlockJoin_whenAllHavePositions_thenTheyAreDense() {
        var positions = LongStream.rangeClosed(1, 2_500)
                .map(expected -> join().number())
                .boxed();

        assertThat(positions)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 2_500).boxed().toList());
    }

    @Test
    void givenALineThatIsLost_whenOthersJoin_thenTheyStandBehindAllWhoEverJoined() {
        join();
        join();
        server.say("FLUSHALL");

        assertThat(join().number()).isEqualTo(BLOCK + 1);
        assertThat(extent()).isEqualTo(extent(BLOCK + 1, BLOCK, 1));
    }

    @Test
    void givenALineThatIsLost_whenItIsOnlyLookedAt_thenTheLossIsSeen() {
        join();
        server.say("FLUSHALL");

        assertThat(extent()).isEqualTo(extent(BLOCK, BLOCK, 0));
    }

    @Test
    void givenALostPlace_whenItsCookieComes_thenItIsBackInItsPosition() {
        join();
        var second = join();
        join();
        server.say("FLUSHALL");

        assertThat(line.find(room, 1, second.id())).isEmpty();
        assertThat(restore(second)).contains(second);
        assertThat(restore(second)).contains(second);
        assertThat(line.find(room, 1, second.id())).contains(second);
        assertThat(line.at(room, 1, List.of(2L, 1L))).containsExactly(second);
        assertThat(line.next(room, 1, 0, BLOCK, 10)).containsExactly(second);
    }

    @Test
    void givenWhoJoinedAnewAfterALoss_whenTheirCookieComes_thenTheOlderPositionIsTheirs() {
        var place = join();
        server.say("FLUSHALL");
        var anew = line.join(room, 1, place.id(), 0, now());
        assertThat(anew.number()).isEqualTo(BLOCK + 1);

        assertThat(restore(place)).contains(place);

        assertThat(line.at(room, 1, List.of(anew.number()))).isEmpty();
        assertThat(line.next(room, 1, 0, extent().issued(), 10)).containsExactly(place);
        assertThat(restore(anew)).as("the newer cookie").contains(place);
    }

    @Test
    void givenForgedProofs_whenTheyCome_thenNothingIsPutBack() {
        var place = join();
        server.say("FLUSHALL");
        restore(place);
        var newcomer = join();

        assertThat(restore(anyone(), 1)).as("somebody's position").isEmpty();
        assertThat(restore(anyone(), newcomer.number() + 1)).as("to come").isEmpty();
        assertThat(restore(anyone(), 5 * BLOCK)).as("never handed out").isEmpty();
        assertThat(line.next(room, 1, 0, 5 * BLOCK, 10)).containsExactly(place, newcomer);
    }

    @Test
    void givenALoss_whenTheCallReachesMissingPositions_thenItWaitsForTheRecovery() {
        join();
        join();
        server.say("FLUSHALL");

        assertThat(passOver(1, 2)).isFalse();
        clock.advance(RECOVERY.minusMillis(1));
        assertThat(passOver(1, 2)).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(passOver(1, 2)).isTrue();
    }

    @Test
    void givenALoss_whenACallReachesMissingPositionsHereAndThere_thenItWaitsForTheRecoveryOfAny() {
        server.say("FLUSHALL");
        var first = join();
        server.say("FLUSHALL");
        var later = join();

        assertThat(line.passOver(room, 1, List.of(first.number(), 5L), now())).isFalse();
        clock.advance(RECOVERY);
        assertThat(line.passOver(room, 1, List.of(first.number(), 5L), now())).isTrue();
        assertThat(line.passOver(room, 1, List.of(5L, later.number()), now()))
                .as("somebody is there")
                .isFalse();
        assertThat(line.passOver(room, 1, List.of(5L, later.number() + 1), now()))
                .as("to come")
                .isFalse();
    }

    @Test
    void givenTwoLossesInARow_whenTheCallReachesMissingPositions_thenTheSecondIsWaitedFor() {
        var place = join();
        server.say("FLUSHALL");
        extent();
        clock.advance(RECOVERY.minusSeconds(1));
        server.say("FLUSHALL");
        extent();
        clock.advance(Duration.ofSeconds(2));

        assertThat(passOver(1, 1)).isFalse();
        assertThat(extent().lost()).isEqualTo(2 * BLOCK);
        assertThat(restore(place)).contains(place);
        assertThat(join().number()).isEqualTo(2 * BLOCK + 1);
    }

    @Test
    void givenPositionsThatWereNeverHandedOut_whenTheCallReachesThem_thenTheyAreNotWaitedFor() {
        join();

        assertThat(passOver(1, 1)).as("somebody is there").isFalse();
        assertThat(passOver(2, 2)).as("somebody may come").isFalse();
    }

    @Test
    void givenAServerThatStartsWithOlderData_whenOthersJoin_thenNoPositionIsGivenTwice() {
        try (var own = RedisServer.start();
                var talk = Clients.of(own)) {
            var line = new RedisWaitingLine(talk.link(), blocks, RECOVERY, new SecureRandom(), new SystemScheduler());
            var kept = line.join(room, 1, anyone(), 0, now());
            own.say("SAVE");
            var lost = line.join(room, 1, anyone(), 0, now());

            own.isKilled();
            own.starts();

            var next = Awaited.until(() -> line.join(room, 1, anyone(), 0, now()));
            assertThat(next.number()).isEqualTo(BLOCK + 1);
            assertThat(line.find(room, 1, kept.id())).contains(kept);
            assertThat(line.find(room, 1, lost.id())).isEmpty();
            assertThat(line.restore(room, proof(lost), now())).contains(lost);
        }
    }

    @Test
    void givenAReplicaThatHasNotSeenTheLastJoins_whenItTakesOver_thenNoPositionIsGivenTwice() {
        try (var master = RedisServer.start();
                var replica = RedisServer.start();
                var toMaster = Clients.of(master);
                var toReplica = Clients.of(replica)) {
            var before =
                    new RedisWaitingLine(toMaster.link(), blocks, RECOVERY, new SecureRandom(), new SystemScheduler());
            var after =
                    new RedisWaitingLine(toReplica.link(), blocks, RECOVERY, new SecureRandom(), new SystemScheduler());
            before.join(room, 1, anyone(), 0, now());
            replica.say("REPLICAOF", "127.0.0.1", String.valueOf(master.port()));
            Awaited.until("in sync", () -> replica.info("master_link_status").equals("up"));
            replica.say("REPLICAOF", "NO", "ONE");

            var split = before.join(room, 1, anyone(), 0, now());
            var first = after.join(room, 1, anyone(), 0, now());
            var again = before.join(room, 1, anyone(), 0, now());

            assertThat(split.number()).isEqualTo(2);
            assertThat(first.number()).isEqualTo(BLOCK + 1);
            assertThat(again.number()).isEqualTo(3);
            assertThat(after.restore(room, proof(again), now())).contains(again);
            assertThat(after.extent(room, 1, 0, now())).isEqualTo(extent(BLOCK + 1, BLOCK, 3));
        }
    }

    @Test
    void givenAReplicaThatJustConnects_whenOthersJoin_thenNothingCountsAsLost() {
        try (var master = RedisServer.start();
                var replica = RedisServer.start();
                var talk = Clients.of(master)) {
            var line = new RedisWaitingLine(talk.link(), blocks, RECOVERY, new SecureRandom(), new SystemScheduler());
            line.join(room, 1, anyone(), 0, now());

            replica.say("REPLICAOF", "127.0.0.1", String.valueOf(master.port()));
            Awaited.until("in sync", () -> replica.info("master_link_status").equals("up"));

            assertThat(line.join(room, 1, anyone(), 0, now()).number()).isEqualTo(2);
        }
    }

    @Test
    void givenAPausedInitialiser_whenAnotherHasMadeTheLineWhole_thenItsBlockStaysUnused() {
        join();
        server.say("FLUSHALL");
        var paused = new PausedBlocks(blocks);
        var late = CompletableFuture.supplyAsync(() -> line(paused).join(room, 1, anyone(), 0, now()), threads);
        paused.awaitTaken();
        waitedLongEnough();

        var mine = line.join(room, 1, anyone(), 0, now());
        paused.goOn();

        assertThat(mine.number()).as("in a block taken later").isEqualTo(2 * BLOCK + 1);
        assertThat(late.join().number()).isEqualTo(2 * BLOCK + 2);
    }

    @Test
    void givenAPausedInitialiser_whenTheLineIsLostAgain_thenItsBlockStaysUnused() {
        join();
        server.say("FLUSHALL");
        var paused = new PausedBlocks(blocks);
        var late = CompletableFuture.supplyAsync(() -> line(paused).join(room, 1, anyone(), 0, now()), threads);
        paused.awaitTaken();
        waitedLongEnough();
        var mine = line.join(room, 1, anyone(), 0, now());
        server.say("FLUSHALL");

        paused.goOn();

        assertThat(late.join().number()).isGreaterThan(3 * BLOCK);
        assertThat(restore(mine)).contains(mine);
    }

    @Test
    void givenAnInitialiserThatIsHeldUp_whenAnotherOfItsNodeJoins_thenTheyAreNotKeptForAsLong() {
        join();
        server.say("FLUSHALL");
        var paused = new PausedBlocks(blocks);
        var scheduler = new MutableScheduler();
        var node = line(paused, scheduler);
        var held = CompletableFuture.supplyAsync(() -> node.join(room, 1, anyone(), 0, now()), threads);
        paused.awaitTaken();

        var other = CompletableFuture.supplyAsync(() -> node.join(room, 1, anyone(), 0, now()), threads);

        assertThatThrownBy(() -> other.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(StoreUnavailableException.class);
        assertThat(Duration.ofNanos(scheduler.read())).isLessThan(Duration.ofMinutes(1));
        paused.goOn();
        held.handle((place, tooLate) -> true).join();
        assertThat(node.join(room, 1, anyone(), 0, now()).number()).isGreaterThan(BLOCK);
    }

    @Test
    void givenPlacesThatWereCalled_whenTheyJoinAgainAtOnce_thenTheyAreStillKnown() {
        var place = join();
        line.served(room, 1, 1);

        assertThat(line.join(room, 1, place.id(), 0, now())).isEqualTo(place);
        assertThat(line.join(room, 1, place.id(), 1, now()).number()).isEqualTo(2);
        assertThat(line.next(room, 1, 0, 10, 10)).hasSize(1);
    }

    @Test
    void givenPlacesThatWereLeft_whenTheLineIsCounted_thenTheyDoNotWait() {
        join();
        var second = join();
        join();

        line.left(room, List.of(second));
        line.left(room, List.of(second));

        assertThat(extent()).isEqualTo(extent(3, 0, 2));
        assertThat(line.extent(room, 1, 1, now())).isEqualTo(extent(3, 0, 1));
        assertThat(line.next(room, 1, 0, 3, 10)).contains(second);
        line.served(room, 1, 2);
        assertThat(extent()).isEqualTo(extent(3, 0, 1));
    }

    @Test
    void givenANewOpening_whenSomebodyJoins_thenTheOldLineIsGone() {
        var place = join();

        var anew = line.join(room, 2, place.id(), 0, now());

        assertThat(anew.number()).isEqualTo(1);
        assertThat(anew.opening()).isEqualTo(2);
        assertThat(line.find(room, 1, place.id())).isEmpty();
        assertThat(line.extent(room, 2, 0, now())).isEqualTo(extent(1, 0, 1));
    }

    @Test
    void givenALineThatNobodyLooksAt_whenItsKeysAreMade_thenTheyExpireSomeDay() {
        join();
        line.served(room, 1, 1);
        line.left(room, List.of(join()));

        for (var key : List.of("", ":order", ":gone", ":left", ":taken")) {
            assertThat(life(key)).as(key).isPositive();
        }
        server.say("FLUSHALL");
        restore(anyone(), 3);

        for (var key : List.of("", ":order", ":taken")) {
            assertThat(life(key)).as(key).isPositive();
        }
    }

    @Test
    void givenALineThatIsLookedAt_whenItIsKept_thenItsKeysLiveOn() {
        join();
        server.say("PEXPIRE", name(":order"), "1000000");

        extent();

        assertThat(life(":order")).isGreaterThan(1_000_000);
    }

    private long life(String key) {
        return Long.parseLong(server.say("PTTL", name(key)));
    }

    private String name(String key) {
        return "gatehouse:{" + room + "}:waiting:1" + key;
    }

    private RedisWaitingLine line(PositionBlocks blocks) {
        return line(blocks, new SystemScheduler());
    }

    private RedisWaitingLine line(PositionBlocks blocks, Scheduler scheduler) {
        return new RedisWaitingLine(clients.link(), blocks, RECOVERY, new SecureRandom(), scheduler);
    }

    /** Who makes the line whole has begun a minute ago by the server's clock, which no test puts forward. */
    private void waitedLongEnough() {
        var script =
                """
                local put_back = 0
                local fields = redis.call('HGETALL', KEYS[1])
                for i = 1, #fields, 2 do
                  local history, since = string.match(fields[i + 1], '^(.*) (%d+)$')
                  if string.sub(fields[i], 1, 6) == 'begun ' then
                    redis.call('HSET', KEYS[1], fields[i], history .. ' ' .. string.format('%.0f', since - 60000))
                    put_back = put_back + 1
                  end
                end
                return put_back
                """;
        assertThat(server.say("EVAL", script, "1", "gatehouse:{" + room + "}:waiting:1"))
                .isEqualTo("1");
    }

    private Place join() {
        return line.join(room, 1, anyone(), 0, now());
    }

    private Extent extent() {
        return line.extent(room, 1, 0, now());
    }

    private static Extent extent(long issued, long lost, long waiting) {
        return new Extent(issued, lost, OptionalLong.of(waiting));
    }

    private boolean passOver(long from, long to) {
        return line.passOver(room, 1, from, to, now());
    }

    private Optional<Place> restore(Place place) {
        return line.restore(room, proof(place), now());
    }

    private Optional<Place> restore(PlaceId id, long position) {
        return line.restore(room, new PlaceProof(id, 1, Position.of(position), now(), 0), now());
    }

    private static PlaceProof proof(Place place) {
        return PlaceProof.of(place);
    }

    private Instant now() {
        return clock.instant();
    }

    private static PlaceId anyone() {
        return new PlaceId(UUID.randomUUID());
    }

    /** Blocks whose taker is held up after taking the first. */
    private static final class PausedBlocks implements PositionBlocks {

        private final PositionBlocks blocks;
        private final CountDownLatch taken = new CountDownLatch(1);
        private final CountDownLatch goingOn = new CountDownLatch(1);
        private final AtomicBoolean isFirst = new AtomicBoolean(true);

        PausedBlocks(PositionBlocks blocks) {
            this.blocks = blocks;
        }

        @Override
        public long take(RoomId room, long opening, int many) {
            var last = blocks.take(room, opening, many);
            if (isFirst.getAndSet(false)) {
                taken.countDown();
                await(goingOn);
            }
            return last;
        }

        @Override
        public boolean takeBehind(RoomId room, long opening, long from, long to) {
            return blocks.takeBehind(room, opening, from, to);
        }

        @Override
        public long last(RoomId room, long opening) {
            return blocks.last(room, opening);
        }

        void awaitTaken() {
            await(taken);
        }

        void goOn() {
            goingOn.countDown();
        }

        private static void await(CountDownLatch latch) {
            try {
                assertThat(latch.await(3, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(stopped);
            }
        }
    }
}
