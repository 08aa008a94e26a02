package io.gatehouse.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.draw.Seed;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.inlet.Turnstiles;
import io.gatehouse.room.Lines;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two rooms beside each other, of which one's store can hang. */
class RoomTicksTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final CountDownLatch slowAnswers = new CountDownLatch(1);
    private final AtomicInteger slowAsked = new AtomicInteger();
    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private final MutableClock clock = MutableClock.standing();
    private final Turnstile turnstile = new Turnstile(
            clock,
            System::nanoTime,
            Turnstiles.TICK,
            draw -> new Seed("5eed".repeat(16)),
            (room, why) -> {},
            new TunedLimits());
    private final WaitingRooms rooms =
            new WaitingRooms(List.of(room("slow"), room("quick")), hanging(), turnstile, clock);
    private final RoomTicks ticks = new RoomTicks(turnstile, rooms, List.of(new Watcher()), clock);

    @AfterEach
    void end() {
        slowAnswers.countDown();
        ticks.close();
    }

    @Test
    void givenARoomWhoseStoreHangs_whenTheClockworkBeats_thenTheOtherRoomTicksOn() {
        await().atMost(SOON).until(() -> beats() && seen("quick") >= 3);

        assertThat(seen("slow")).isZero();
    }

    @Test
    void givenATickUnderWay_whenTheClockworkBeats_thenTheRoomIsLeftOutAndNothingIsMadeUpFor() {
        await().atMost(SOON).until(() -> beats() && slowAsked.get() == 1 && seen("quick") >= 3);
        IntStream.range(0, 20).forEach(missed -> ticks.beat());
        assertThat(slowAsked).hasValue(1);

        slowAnswers.countDown();
        await().atMost(SOON).until(() -> seen("slow") == 1);

        ticks.close();
        assertThat(slowAsked).hasValue(1);
    }

    @Test
    void givenATickThatHasEnded_whenTheClockworkBeats_thenTheRoomTicksAgain() {
        slowAnswers.countDown();

        await().atMost(SOON).until(() -> beats() && seen("slow") >= 3);
    }

    @Test
    void givenAClockworkThatHasBegun_whenTimePasses_thenItBeatsAtOnceAndEachTickUntilItIsClosed() {
        var scheduler = new MutableScheduler();
        slowAnswers.countDown();

        ticks.begin(scheduler, Turnstiles.TICK);
        await().atMost(SOON).until(() -> seen("slow") == 1);
        await().atMost(SOON).until(() -> {
            scheduler.advance(Turnstiles.TICK);
            return seen("slow") >= 3;
        });

        ticks.close();
        var asked = slowAsked.get();
        scheduler.advance(Turnstiles.TICK);
        assertThat(slowAsked).hasValue(asked);
    }

    @Test
    void givenAWatcherThatFails_whenARoomTicks_thenAllWatchersLoseSightOfItAndTheTicksGoOn() {
        var broken = new BrokenWatcher();
        try (var failing = new RoomTicks(turnstile, rooms, List.of(broken), clock)) {
            failing.tick(rooms.get("quick"));
            failing.tick(rooms.get("quick"));
        }

        assertThat(broken.lost).isEqualTo(2);
    }

    private boolean beats() {
        ticks.beat();
        return true;
    }

    private int seen(String room) {
        return seen.getOrDefault(room, 0);
    }

    private static Room room(String name) {
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        return new Room(new RoomId(name), name, Turnstiles.byHand(), terms, Optional.empty());
    }

    private RoomStore hanging() {
        var store = new LinesInMemory();
        var hanging = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RoomStore.class}, (proxy, method, values) -> {
                    if (values != null && values[0].equals(new RoomId("slow"))) {
                        slowAsked.incrementAndGet();
                        slowAnswers.await();
                    }
                    return method.invoke(store, values);
                });
        return RoomStore.class.cast(hanging);
    }

    private final class Watcher implements RoomWatcher {

        @Override
        public void saw(Room room, RoomSnapshot snapshot, Instant now) {
            seen.merge(room.id().value(), 1, Integer::sum);
        }

        @Override
        public void lostSight(Room room) {
            throw new AssertionError("lost sight of " + room.id());
        }
    }

    private static final class BrokenWatcher implements RoomWatcher {

        private int lost;

        @Override
        public void saw(Room room, RoomSnapshot snapshot, Instant now) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void lostSight(Room room) {
            lost++;
        }
    }
}
