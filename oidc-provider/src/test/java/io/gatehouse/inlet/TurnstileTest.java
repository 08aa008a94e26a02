package io.gatehouse.inlet;

import static io.gatehouse.inlet.Turnstiles.capacity;
import static io.gatehouse.inlet.Turnstiles.rate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.draw.Seed;
import io.gatehouse.room.Act;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Stock;
import java.lang.Thread.State;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnstileTest {

    private static final int CAPACITY = 7;
    private static final Optional<Duration> HELD = Optional.of(Duration.ofSeconds(45));
    private static final Terms HOLDING =
            new Terms(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofDays(1), HELD);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void givenTwoTurnstiles_whenTheirStepsInterleaveAtRandom_thenCapacityIsNeverExceeded(long seed) {
        var random = new Random(seed);
        var shop = new Turnstiles(capacity(CAPACITY), HOLDING, new LinesInMemory());
        var visitors = new ArrayList<Place>();
        var seen = new RoomSnapshot[] {shop.room.snapshot(), shop.room.snapshot()};

        for (int i = 0; i < 3_000; i++) {
            var node = random.nextInt(2);
            switch (random.nextInt(8)) {
                case 0 -> visitors.add(shop.join());
                case 1 -> seen[node] = shop.room.snapshot();
                case 2, 3 -> {
                    var inlet = new RoomInlet(
                            shop.room.configuration(), capacity(CAPACITY), TunedInlet.NONE, Turnstiles.TICK);
                    var now = shop.clock.instant();
                    var allowance = inlet.next(seen[node], now);
                    var turns = Math.min(allowance.turns(), seen[node].callable());
                    var advance = inlet.advance(seen[node], turns, allowance.why(), now);
                    shop.room.line().serve(seen[node], advance.holding(HELD), true);
                }
                case 6 -> {
                    var inlet = new RoomInlet(
                            shop.room.configuration(), capacity(CAPACITY), TunedInlet.NONE, Turnstiles.TICK);
                    var seats = inlet.seats(seen[node], shop.clock.instant());
                    shop.room.line().seat(seen[node], seats, HELD);
                }
                case 4, 5 -> someone(visitors, random, shop);
                default -> shop.clock.advance(Duration.ofSeconds(random.nextInt(300)));
            }
            assertThat(shop.room.snapshot().slots())
                    .as("seed %d, step %d", seed, i)
                    .isLessThanOrEqualTo(CAPACITY);
        }

        assertThat(shop.serving()).as("seed %d: the line moved", seed).isGreaterThan(CAPACITY);
    }

    @Test
    void givenAVisitorWhoComesLateToAFullRoom_whenASlotComesFree_thenItIsTheirsAlsoWhileTheRoomIsPaused() {
        var shop = new Turnstiles(capacity(1), HOLDING, new LinesInMemory());
        var late = shop.join();
        var inTime = shop.join();
        var behind = shop.join();
        shop.tick(Duration.ofSeconds(45));
        var inside = shop.room
                .claim(shop.room.find(inTime.id()).orElseThrow(), "other")
                .orElseThrow();
        var come =
                shop.room.claim(shop.room.find(late.id()).orElseThrow(), "own").orElseThrow();
        assertThat(come.stage()).isEqualTo(Stage.READY);
        shop.room.change(settings -> settings.paused(true));
        shop.room.apply(inside.id(), Act.COMPLETE);

        shop.tick();

        var seated = shop.room.find(late.id()).orElseThrow();
        assertThat(seated.stage()).isEqualTo(Stage.TURN);
        assertThat(shop.room.find(behind.id()).orElseThrow().stage()).isEqualTo(Stage.WAITING);
        assertThat(shop.room.claim(seated, "own")).map(Place::stage).contains(Stage.ADMITTED);
    }

    @Test
    void givenAVisitorWhoComesLateToARoomWithAFreeSlot_whenTheyContinue_thenTheyAreInAtOnce() {
        var shop = new Turnstiles(capacity(2), HOLDING, new LinesInMemory());
        var late = shop.join();
        shop.tick(Duration.ofMinutes(9));
        assertThat(shop.room.snapshot().slots()).isZero();

        var come = shop.room.claim(shop.room.find(late.id()).orElseThrow(), "own");

        assertThat(come).map(Place::stage).contains(Stage.ADMITTED);
    }

    @Test
    void givenARoomWithAStock_whenATurnIsNotClaimed_thenItHoldsItsSlotAsLongAsItIsOpen() {
        var stocked = capacity(1).admitting(Optional.of(new Stock(5, Stock.USUALLY)));
        var shop = new Turnstiles(stocked, HOLDING, new LinesInMemory());
        shop.joinedBy(2);

        shop.tick(Duration.ofMinutes(9));

        assertThat(shop.room.snapshot().turns()).isEqualTo(1);
        assertThat(shop.serving()).isEqualTo(1);
    }

    /** Somebody lets their turns lapse, keeps the right to return, and uses all of it at once. */
    @ParameterizedTest
    @ValueSource(strings = {"60/1m", "10/1s"})
    void givenManyWhoReturnTogether_whenOthersWait_thenTheyAreHeldUpByAThirdOfTheirTimeAtMost(String rate) {
        var shop = new Turnstiles(Turnstiles.rate(rate));
        var idle = IntStream.range(0, 299).mapToObj(i -> shop.join()).toList();
        shop.room.letIn(299);
        shop.clock.advance(Duration.ofMinutes(15));
        idle.forEach(place -> shop.room.apply(place.id(), Act.RETURN));
        shop.joinedBy(60);

        var ticks = 0;
        while (shop.room.snapshot().waiting() > 0) {
            shop.tick();
            ticks++;
        }

        assertThat(shop.room.snapshot().noShows()).isEqualTo(299);
        var alone = 60 * Rate.parse(rate).nanosPerTurn() / Turnstiles.TICK.toNanos();
        assertThat(ticks).isLessThanOrEqualTo((int) Math.ceil(alone * 4 / 3.0) + 1);
    }

    @Test
    void givenManyTurnstiles_whenAllTickAtOnce_thenCapacityIsNeverExceeded() throws Exception {
        var shop = new Turnstiles(capacity(CAPACITY)).joinedBy(400);
        var most = new AtomicLong();
        var isOver = new AtomicBoolean();
        var threads = Executors.newFixedThreadPool(6);

        var watcher = threads.submit(() -> {
            while (!isOver.get()) {
                most.accumulateAndGet(shop.room.snapshot().slots(), Math::max);
            }
        });
        for (int node = 0; node < 4; node++) {
            threads.execute(() -> {
                for (int i = 0; i < 500; i++) {
                    shop.turnstile.tick(shop.room.line());
                }
            });
        }
        for (long position = 1; position <= 300; position++) {
            claimAndLeave(shop, position);
        }
        isOver.set(true);
        watcher.get();
        threads.shutdown();

        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(most.get()).isLessThanOrEqualTo(CAPACITY);
        assertThat(shop.serving()).isGreaterThan(CAPACITY);
    }

    @Test
    void givenTurnsLetInByHandToAnEmptyRoom_whenNobodyUsesThemForLong_thenTheyLapse() {
        var shop = new Turnstiles(rate("10/1m"));
        shop.room.letIn(159);
        shop.turnstile.tick(shop.room.line());
        shop.spans.advance(UnusedGrants.LAPSE.minusSeconds(1));
        shop.turnstile.tick(shop.room.line());
        assertThat(shop.room.snapshot().letIn()).isEqualTo(159);

        shop.spans.advance(Duration.ofSeconds(1));
        shop.turnstile.tick(shop.room.line());

        assertThat(shop.room.snapshot().letIn()).isZero();
    }

    @Test
    void givenUnusedTurnsThatCannotBeTakenBack_whenTheRoomIsTicked_thenItIsSeenAllTheSame() {
        var isReadOnly = new AtomicBoolean();
        var shop = new Turnstiles(rate("10/1m"), failing("move", new LinesInMemory(), isReadOnly, new HashSet<>()));
        shop.room.letIn(5);
        shop.turnstile.tick(shop.room.line());
        shop.spans.advance(UnusedGrants.LAPSE);
        isReadOnly.set(true);

        var seen = shop.turnstile.tick(shop.room.line());

        assertThat(seen.orElseThrow().letIn()).isEqualTo(5);
    }

    @Test
    void givenTurnsLetInByHand_whenTheRoomIsPaused_thenTheyKeepUntilItIsResumedAndAWhileAfter() {
        var shop = new Turnstiles(rate("10/1m"));
        shop.room.letIn(5);
        shop.room.change(Optional.empty(), Optional.of(rate("10/1m").paused(true)));
        shop.turnstile.tick(shop.room.line());
        shop.spans.advance(UnusedGrants.LAPSE.multipliedBy(3));

        shop.turnstile.tick(shop.room.line());

        assertThat(shop.room.snapshot().letIn()).isEqualTo(5);
    }

    @Test
    void givenAStoreThatTakesNoEnds_whenTicked_thenItIsNotAskedWhoIsNext() {
        var asked = new HashSet<String>();
        var isReadOnly = new AtomicBoolean();
        var shop = new Turnstiles(capacity(1), failing("end", new LinesInMemory(), isReadOnly, asked)).joinedBy(2);
        shop.clock.advance(Duration.ofHours(1));
        isReadOnly.set(true);
        asked.clear();

        shop.turnstile.tick(shop.room.line());

        assertThat(asked).containsExactlyInAnyOrder("look", "end");
        isReadOnly.set(false);
        assertThat(shop.tick()).isEqualTo(1);
    }

    @Test
    void givenAnOutageInWhichNobodyCouldLook_whenItIsOver_thenPlacesEndOnlyAfterTimeForALook() {
        var isAway = new AtomicBoolean();
        var shop = new Turnstiles(Turnstiles.byHand(), failing("look", new LinesInMemory(), isAway, new HashSet<>()));
        shop.joinedBy(2);
        var ttl = shop.room.configuration().terms().waitingTtl();
        shop.goesOn(ttl.dividedBy(2));
        isAway.set(true);
        shop.goesOn(ttl.multipliedBy(3).dividedBy(5));
        isAway.set(false);

        shop.goesOn(ttl.dividedBy(2).minusHours(1));
        shop.turnstile.sweep(shop.room.line());
        assertThat(stageAt(shop, 1)).as("may not have been able to look").isEqualTo(Stage.WAITING);
        shop.room.apply(shop.room.at(Position.of(2)).orElseThrow().id(), Act.LOOK);
        shop.goesOn(Duration.ofHours(2));
        shop.turnstile.sweep(shop.room.line());
        assertThat(stageAt(shop, 2)).as("has looked").isEqualTo(Stage.WAITING);
        assertThat(stageAt(shop, 1)).as("has not").isEqualTo(Stage.EXPIRED);
    }

    @Test
    void givenAClockThatIsSetDaysAhead_whenWaitingPlacesAreLookedThrough_thenNoneEndsAndAllAreCalled() {
        var shop = new Turnstiles(Turnstiles.byHand()).joinedBy(2);
        shop.goesOn(shop.room.configuration().terms().waitingTtl().dividedBy(2));

        shop.clock.advance(Duration.ofDays(2));
        shop.turnstile.tick(shop.room.line());
        shop.turnstile.sweep(shop.room.line());
        shop.room.letIn(1);

        assertThat(stageAt(shop, 1)).isEqualTo(Stage.TURN);
        assertThat(stageAt(shop, 2)).isEqualTo(Stage.WAITING);
    }

    /** On a store that is slow another is called out of turn, by this node, whenever the tick is about to call. */
    @Test
    void givenManyWhoAreCalledOutOfTurn_whenTheirNodeTicks_thenThoseInLineAreCalledAllTheSame() {
        var exempt = new Exempting();
        var shop = new Turnstiles(rate("60/1m"), exempt.before("next", new LinesInMemory())).joinedBy(3);
        exempt.calls = () -> {
            var place = shop.join();
            var thread = new Thread(() -> shop.turnstile.exempt(shop.room.line(), place));
            thread.start();
            await().until(thread::getState, state -> state == State.TIMED_WAITING || state == State.TERMINATED);
        };

        assertThat(shop.tick()).isEqualTo(1);
    }

    @Test
    void givenManyWhoAreCalledOutOfTurn_whenAnotherNodeTicks_thenItLooksAnewUntilThoseInLineAreCalled() {
        var exempt = new Exempting();
        var shop = new Turnstiles(rate("60/1m"), exempt.before("next", new LinesInMemory())).joinedBy(3);
        var other = new Turnstile(
                shop.clock,
                shop.spans,
                Turnstiles.TICK,
                draw -> new Seed("5eed".repeat(16)),
                (room, why) -> {},
                new TunedLimits());
        var times = new AtomicLong(5);
        exempt.calls = () -> {
            if (times.getAndDecrement() > 0) {
                other.exempt(shop.room.line(), shop.join());
            }
        };

        assertThat(shop.tick()).isEqualTo(1);
    }

    /** Lets others be called out of turn right before a store is asked something. */
    private static final class Exempting {

        private Runnable calls = () -> {};

        private RoomStore before(String which, RoomStore store) {
            var proxy = Proxy.newProxyInstance(
                    RoomStore.class.getClassLoader(), new Class<?>[] {RoomStore.class}, (self, method, values) -> {
                        if (method.getName().equals(which)) {
                            calls.run();
                        }
                        return method.invoke(store, values);
                    });
            return RoomStore.class.cast(proxy);
        }
    }

    @Test
    void givenAClockThatIsSetAheadPastTheClose_whenItIsSetRight_thenTheLineIsThereAndEndsAtTheClose() {
        var shop = new Turnstiles(Turnstiles.byHand());
        var hour = LocalDateTime.ofInstant(shop.clock.instant(), ZoneOffset.UTC).truncatedTo(ChronoUnit.HOURS);
        var opening = new ScheduledDate(
                ZoneOffset.UTC,
                hour.minusHours(1),
                hour,
                Optional.of(hour.plusHours(2)),
                AtClose.END,
                Optional.empty());
        shop.room.change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(opening))));
        shop.joinedBy(2).goesOn(Duration.ofMinutes(30));

        shop.clock.advance(Duration.ofHours(3));
        shop.goesOn(Turnstile.BEFORE_AN_END.minusMinutes(1));
        assertThat(shop.room.snapshot().waiting()).isEqualTo(2);
        shop.clock.advance(Duration.ofHours(3).negated());
        shop.goesOn(Duration.ofMinutes(20));
        assertThat(shop.room.snapshot().waiting()).isEqualTo(2);
        shop.goesOn(Duration.ofMinutes(65));

        assertThat(shop.room.snapshot().waiting()).isZero();
    }

    private static Stage stageAt(Turnstiles shop, long position) {
        return shop.room.at(Position.of(position)).orElseThrow().stage();
    }

    private static RoomStore failing(String which, RoomStore store, AtomicBoolean fails, Set<String> asked) {
        var proxy = Proxy.newProxyInstance(
                RoomStore.class.getClassLoader(), new Class<?>[] {RoomStore.class}, (self, method, values) -> {
                    asked.add(method.getName());
                    if (fails.get() && method.getName().equals(which)) {
                        throw new StoreUnavailableException("away", null);
                    }
                    return method.invoke(store, values);
                });
        return RoomStore.class.cast(proxy);
    }

    private static void claimAndLeave(Turnstiles shop, long position) {
        shop.room.at(Position.of(position)).ifPresent(place -> {
            shop.room.apply(place.id(), Act.CLAIM);
            shop.room.apply(place.id(), Act.COMPLETE);
        });
        shop.turnstile.tick(shop.room.line());
    }

    private static void someone(List<Place> visitors, Random random, Turnstiles shop) {
        var id = visitors.isEmpty()
                ? new PlaceId(new UUID(0, 0))
                : visitors.get(random.nextInt(visitors.size())).id();
        var acts = Act.values();
        shop.room.apply(id, acts[random.nextInt(acts.length)]);
    }
}
