package io.gatehouse.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Lines;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.store.embedded.EmbeddedStores;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guards make of answers that are lost, late, or never come: a real store behind a bad line. */
class GuardedStoreTest {

    private static final ClockWatch RIGHT = new ClockWatch(
            Optional.empty(), MutableClock.standing(), new MutableScheduler(), new SimpleMeterRegistry());
    private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");
    private static final RoomId SHOP = new RoomId("shop");
    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final byte[] ONE = "one".getBytes(UTF_8);
    private static final byte[] TWO = "two".getBytes(UTF_8);

    private final AtomicInteger asked = new AtomicInteger();

    @TempDir
    Path folder;

    @Test
    void givenAnAnswerThatIsLost_whenAVisitorJoins_thenTheyHaveOnePlace() {
        var lines = new LinesInMemory();
        var store =
                new GuardedRoomStore(badLine(RoomStore.class, lines, 1, gone()), room -> Guard.Listener.NOBODY, RIGHT);

        var place = store.join(SHOP, new PlaceId(UUID.randomUUID()), NOW).place();

        assertThat(place.number()).isEqualTo(1);
        assertThat(new Lines(lines).snapshot(SHOP, NOW).issued()).isEqualTo(1);
        assertThat(asked).hasValue(2);
    }

    @Test
    void givenAClockThatJumps_whenALineIsAsked_thenItIsAwayUntilTheClockIsRightAgain() {
        var time = MutableClock.standing();
        var node = MutableClock.standing();
        var watch = new ClockWatch(
                Optional.of(
                        () -> new StoreTime.Range(time.instant(), time.instant().plusSeconds(1))),
                node,
                new MutableScheduler(),
                new SimpleMeterRegistry());
        var store = new GuardedRoomStore(new LinesInMemory(), room -> Guard.Listener.NOBODY, watch);
        store.find(SHOP, new PlaceId(UUID.randomUUID()));

        for (var off : List.of(Duration.ofSeconds(4), Duration.ofSeconds(-3))) {
            node.advance(off);
            assertThatThrownBy(() -> store.find(SHOP, new PlaceId(UUID.randomUUID())))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage("this node's clock is off by PT" + (off.isNegative() ? "-3" : "3") + "S");
            node.advance(off.negated());
            assertThat(store.find(SHOP, new PlaceId(UUID.randomUUID()))).isEmpty();
        }
        node.advance(Duration.ofSeconds(2));
        assertThat(store.find(SHOP, new PlaceId(UUID.randomUUID()))).isEmpty();
    }

    @Test
    void givenAStoreThatIsGone_whenAsked_thenItIsAskedThreeTimesAndThenAway() {
        var store = new GuardedRoomStore(
                badLine(RoomStore.class, new LinesInMemory(), 99, gone()), room -> Guard.Listener.NOBODY, RIGHT);

        assertThatThrownBy(() -> store.look(SHOP, NOW)).isInstanceOf(StoreUnavailableException.class);

        assertThat(asked).hasValue(3);
    }

    @Test
    void givenAStoreThatIsSlow_whenAsked_thenItIsNotAskedAgainAtOnce() {
        var slow = new StoreTimeoutException("slow", null);
        var store = new GuardedRoomStore(
                badLine(RoomStore.class, new LinesInMemory(), 99, slow), room -> Guard.Listener.NOBODY, RIGHT);

        assertThatThrownBy(() -> store.look(SHOP, NOW)).isSameAs(slow);

        assertThat(asked).hasValue(1);
    }

    @Test
    void givenAGrantWhoseAnswerIsLost_whenItIsMade_thenItIsNotMadeTwice() {
        var lines = new LinesInMemory();
        var store = new GuardedRoomStore(
                badLine(RoomStore.class, lines, "move", gone()), room -> Guard.Listener.NOBODY, RIGHT);

        assertThatThrownBy(() -> new Lines(store).letIn(SHOP, 5, NOW)).isInstanceOf(StoreUnavailableException.class);

        assertThat(new Lines(lines).snapshot(SHOP, NOW).letIn()).isEqualTo(5);
    }

    @Test
    void givenAClaimWhoseAnswerIsLost_whenItIsMade_thenItsVisitorIsInOnce() {
        var lines = new LinesInMemory();
        var turn = called(new Lines(lines));
        var store = new GuardedRoomStore(
                badLine(RoomStore.class, lines, "replace", gone()), room -> Guard.Listener.NOBODY, RIGHT);

        var claimed = new Lines(store)
                .apply(SHOP, turn, Act.CLAIM, TERMS, NOW.plusSeconds(1))
                .orElseThrow();

        assertThat(claimed.stage()).isEqualTo(Stage.ADMITTED);
        assertThat(new Lines(lines).find(SHOP, turn, NOW.plusSeconds(1))).contains(claimed);
        assertThat(new Lines(lines).snapshot(SHOP, NOW.plusSeconds(1)).slots()).isEqualTo(1);
        assertThat(asked).hasValue(2);
    }

    @Test
    void givenACallWhoseAnswerIsLost_whenItIsMade_thenNobodyIsCalledTwice() {
        var lines = new LinesInMemory();
        var model = new Lines(lines);
        model.join(SHOP, new PlaceId(UUID.randomUUID()), NOW);
        model.join(SHOP, new PlaceId(UUID.randomUUID()), NOW);
        var seen = model.snapshot(SHOP, NOW);
        var store = new GuardedRoomStore(
                badLine(RoomStore.class, lines, "move", gone()), room -> Guard.Listener.NOBODY, RIGHT);
        var one = new Advance(1, 0, NOW.plusSeconds(9), Duration.ofSeconds(9), Advance.Why.RATE);

        assertThat(new Lines(store).serve(SHOP, seen, one, TERMS, NOW)).isFalse();

        assertThat(model.snapshot(SHOP, NOW).turns()).isEqualTo(1);
        assertThat(model.snapshot(SHOP, NOW).pacedUntil()).isEqualTo(NOW.plusSeconds(9));
        assertThat(model.serve(SHOP, seen, one, TERMS, NOW))
                .as("on what was seen before")
                .isFalse();
    }

    @Test
    void givenAChangeOfSettingsWhoseAnswerIsLost_whenItIsMade_thenItHoldsAndItsOperatorIsToldToLook() {
        var lines = new LinesInMemory();
        var store = new GuardedRoomStore(
                badLine(RoomStore.class, lines, "move", gone()), room -> Guard.Listener.NOBODY, RIGHT);
        var paused = new RoomSettings(Optional.empty(), OptionalLong.empty(), true);

        var isChanged = new Lines(store).change(SHOP, Optional.empty(), Optional.of(paused), NOW);

        assertThat(isChanged).isFalse();
        assertThat(new Lines(lines).snapshot(SHOP, NOW).changed()).contains(paused);
    }

    @Test
    void givenAReplacementWhoseAnswerIsLost_whenItIsRepeated_thenItHasSucceeded() {
        try (var embedded = EmbeddedStores.open(folder)) {
            embedded.values().put("code", ONE, NOW.plusSeconds(60), NOW);
            var store = new GuardedExpiringStore(badLine(ExpiringStore.class, embedded.values(), 1, gone()));

            var isReplaced = store.replace("code", Optional.of(ONE), TWO, NOW.plusSeconds(60), NOW);

            assertThat(isReplaced).isTrue();
            assertThat(store.get("code", NOW)).contains(TWO);
        }
    }

    @Test
    void givenAReplacementThatSomebodyElseMakes_whenItsAnswerIsLost_thenItHasNotSucceeded() {
        try (var embedded = EmbeddedStores.open(folder)) {
            embedded.values().put("code", TWO, NOW.plusSeconds(60), NOW);
            var store = new GuardedExpiringStore(badLine(ExpiringStore.class, embedded.values(), 1, gone()));

            var isReplaced = store.replace("code", Optional.of(ONE), "three".getBytes(UTF_8), NOW.plusSeconds(60), NOW);

            assertThat(isReplaced).isFalse();
            assertThat(store.get("code", NOW)).contains(TWO);
        }
    }

    @Test
    void givenARemovalWhoseAnswerIsLost_whenItIsRepeated_thenNobodyGetsWhatIsGivenOutOnce() {
        try (var embedded = EmbeddedStores.open(folder)) {
            embedded.values().put("parked", ONE, NOW.plusSeconds(60), NOW);
            var store = new GuardedExpiringStore(badLine(ExpiringStore.class, embedded.values(), 1, gone()));

            assertThat(store.remove("parked", NOW)).isFalse();
        }
    }

    @Test
    void givenAStoreThatHangs_whenACrowdWaitsForIt_thenOthersAreToldAndTheTurnstileStillAsks() throws Exception {
        var lines = new LinesInMemory();
        var hangs = new CountDownLatch(1);
        var store = new GuardedRoomStore(hanging(lines, "find", hangs), room -> Guard.Listener.NOBODY, RIGHT);
        var crowd = Executors.newCachedThreadPool();
        try {
            for (var visitor = 0; visitor < 64; visitor++) {
                crowd.execute(() -> store.find(SHOP, new PlaceId(UUID.randomUUID())));
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> asked.get() == 64);

            assertThatThrownBy(() -> store.find(SHOP, new PlaceId(UUID.randomUUID())))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("too many");
            assertThat(store.look(SHOP, NOW).snapshot().issued()).isZero();
        } finally {
            hangs.countDown();
            crowd.shutdown();
        }
    }

    @Test
    void givenAStoreThatHangs_whenACrowdWaitsToJoin_thenATurnWhoseTimeHasComeIsStillEnded() throws Exception {
        var lines = new LinesInMemory();
        var model = new Lines(lines);
        model.join(SHOP, new PlaceId(UUID.randomUUID()), NOW);
        model.serve(SHOP, model.snapshot(SHOP, NOW), new Advance(1, 0, NOW), TERMS, NOW);
        var hangs = new CountDownLatch(1);
        var store = new GuardedRoomStore(hanging(lines, "join", hangs), room -> Guard.Listener.NOBODY, RIGHT);
        var crowd = Executors.newCachedThreadPool();
        try {
            for (var visitor = 0; visitor < 64; visitor++) {
                crowd.execute(() -> store.join(SHOP, new PlaceId(UUID.randomUUID()), NOW));
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> asked.get() == 64);

            var later = NOW.plus(TERMS.claimWindow());
            assertThat(new Lines(store).snapshot(SHOP, later).turns()).isZero();
            assertThat(lines.look(SHOP, later).due()).isEmpty();
        } finally {
            hangs.countDown();
            crowd.shutdown();
        }
    }

    private static PlaceId called(Lines lines) {
        var visitor = new PlaceId(UUID.randomUUID());
        lines.join(SHOP, visitor, NOW);
        lines.serve(SHOP, lines.snapshot(SHOP, NOW), new Advance(1, 0, NOW), TERMS, NOW);
        return visitor;
    }

    private static StoreUnavailableException gone() {
        return new StoreUnavailableException("the line broke after the question", null);
    }

    /** Does what it is asked, and loses the first answer to this question. */
    private <T> T badLine(Class<T> port, T store, String question, StoreUnavailableException why) {
        return badLine(port, store, method -> method.equals(question) && asked.incrementAndGet() == 1, why);
    }

    /** Does what it is asked, and loses so many answers. */
    private <T> T badLine(Class<T> port, T store, int lost, StoreUnavailableException why) {
        return badLine(port, store, method -> asked.incrementAndGet() <= lost, why);
    }

    private static <T> T badLine(Class<T> port, T store, Predicate<String> loses, StoreUnavailableException why) {
        return port.cast(
                Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, values) -> {
                    try {
                        var answer = method.invoke(store, values);
                        if (loses.test(method.getName())) {
                            throw why;
                        }
                        return answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                }));
    }

    private RoomStore hanging(RoomStore store, String question, CountDownLatch until) {
        var proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RoomStore.class}, (self, method, values) -> {
                    if (method.getName().equals(question)) {
                        asked.incrementAndGet();
                        until.await();
                    }
                    return method.invoke(store, values);
                });
        return RoomStore.class.cast(proxy);
    }
}
