package io.gatehouse.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.awsapi.event.OldEvents;
import io.gatehouse.awsapi.takeover.Takeover;
import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Act;
import io.gatehouse.room.Line;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.setting.Issuer;
import io.gatehouse.testing.Crowd;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What events that lie in a store promise, with every store: two nodes share them. */
public abstract class OutboxContract {

    private static final EventProperties SETTINGS =
            new EventProperties(500, Duration.ofSeconds(5), Duration.ofSeconds(15), Map.of());

    private static final Terms TERMS =
            new Terms(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofMinutes(30), Duration.ofHours(6));

    private static final Lanes LANES = Lanes.of(List.of(new Lane("vip", 1, false)));

    private final MutableClock clock = MutableClock.standing();
    private final MutableScheduler scheduler = new MutableScheduler();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final Listener listener = new Listener();
    private RoomEvents one;
    private RoomEvents other;

    /** The store under test; the same one throughout a test. */
    protected abstract ExpiringStore store();

    /** Here, since the store of a subclass is not there yet when this class is constructed. */
    @BeforeEach
    void nodes() {
        one = node("one");
        other = node("other");
    }

    @Test
    void givenTwoNodesThatTellAtOnce_whenTheyDeliver_thenEachEventArrivesOnceAndInOrder() throws Exception {
        var number = new AtomicInteger();

        Crowd.of(16, () -> {
            var mine = number.incrementAndGet();
            tell(mine % 2 == 0 ? one : other, mine + "-a", mine + "-b");
            return true;
        });
        deliver(one);
        deliver(other);

        assertThat(listener.ids())
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 16)
                        .boxed()
                        .flatMap(mine -> List.of(mine + "-a", mine + "-b").stream())
                        .toList());
        assertThat(listener.sequences()).isSorted().doesNotHaveDuplicates();
        assertThat(IntStream.rangeClosed(1, 16))
                .allSatisfy(mine -> assertThat(listener.ids()).containsSubsequence(mine + "-a", mine + "-b"));
    }

    @Test
    void givenANodeThatDiesWithAPageUnderWay_whenItsTimeIsOver_thenTheOtherBeginsThatPageAgain() {
        tell(one, "a", "b", "c");
        listener.takes(2);
        deliver(one);

        listener.takes(100);
        deliver(other);
        assertThat(listener.ids()).as("it may still live").containsExactly("a", "b");

        clock.advance(SETTINGS.lease());
        tell(other, "d");
        deliver(other);
        deliver(one);

        assertThat(listener.ids()).containsExactly("a", "b", "a", "b", "c", "d");
        assertThat(listener.sequences()).containsExactly(1L, 2L, 1L, 2L, 3L, 4L);
    }

    @Test
    void givenAReceiverThatIsAway_whenItIsBackBeforeLong_thenItHearsOfAllOnceAndInOrder() {
        listener.takes(1);
        for (int minute = 1; minute <= 5; minute++) {
            tell(one, minute + "-a", minute + "-b");
            passes(Duration.ofMinutes(1));
            deliver(one);
        }

        listener.takes(100);
        passes(SETTINGS.longestPause());
        deliver(one);

        assertThat(listener.ids()).doesNotHaveDuplicates().hasSize(10);
        assertThat(listener.sequences()).isSorted();
    }

    @Test
    void givenAReceiverThatIsAway_whenMoreGathersThanIsKept_thenTheOldestAreMissedAndCounted() {
        listener.takes(0);
        for (int page = 1; page <= 8; page++) {
            var number = page;
            tell(
                    one,
                    IntStream.rangeClosed(1, 100)
                            .mapToObj(n -> number + "-" + n)
                            .toArray(String[]::new));
        }
        deliver(one);
        listener.takes(1_000);
        passes(SETTINGS.longestPause());

        deliver(one);

        assertThat(listener.ids()).hasSize(500).startsWith("4-1").endsWith("8-100");
        assertThat(meters.counter("gatehouse.events.missed", "receiver", "listener")
                        .count())
                .isEqualTo(300);
    }

    @Test
    void givenABacklogOfSmallPages_whenTheReceiverTakesEvents_thenEachCallIsFullAndInOrder() {
        listener.takes(0);
        IntStream.rangeClosed(1, 10).forEach(page -> tell(one, "page-" + page));
        passes(Duration.ofSeconds(90));
        deliver(one);
        assertThat(gauge("waiting")).isEqualTo(10);
        assertThat(gauge("oldest")).isEqualTo(90);

        listener.takes(4); // some of a page, and all before it
        passes(SETTINGS.longestPause());
        deliver(one);
        assertThat(gauge("waiting")).isEqualTo(6);
        listener.takes(100);
        passes(SETTINGS.longestPause());
        deliver(one);

        assertThat(listener.calls()).containsExactly(0, 3, 1, 3, 3);
        assertThat(listener.sequences()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(gauge("waiting")).isZero();
        assertThat(gauge("oldest")).isZero();
    }

    private double gauge(String what) {
        return meters.get("gatehouse.events." + what)
                .tags("receiver", "listener", "room", room.value())
                .gauge()
                .value();
    }

    @Test
    void givenAllThatWasToldIsDeliveredAndGone_whenANodeStarts_thenItGoesOnBehindIt() {
        tell(one, "a");
        deliver(one);
        tell(one, "b");
        deliver(one);
        clock.advance(Outbox.AFTERWARDS);

        var next = node("next");
        tell(next, "c");
        clock.advance(SETTINGS.lease());
        deliver(next);

        assertThat(listener.ids()).containsExactly("a", "b", "c");
        assertThat(listener.sequences()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void givenAReceiverThatIsAwayForWeeks_whenItIsBack_thenWhatIsGoneIsMissedWithoutAWriteForEachPage() {
        var writes = new AtomicInteger();
        var node = events(node("one", new WatchedStore(store(), key -> writes.incrementAndGet())));
        tell(node, "a");
        deliver(node);
        listener.takes(0);
        for (int page = 1; page <= 150; page++) {
            tell(node, "gone-" + page);
        }
        deliver(node);
        passes(Duration.ofDays(8));
        listener.takes(100);
        tell(node, "b");
        writes.set(0);

        deliver(node);

        assertThat(listener.ids()).containsExactly("a", "b");
        assertThat(listener.sequences()).containsExactly(1L, 152L);
        assertThat(meters.counter("gatehouse.events.missed", "receiver", "listener")
                        .count())
                .isEqualTo(150);
        assertThat(writes).hasValueLessThan(10);
    }

    @Test
    void givenThoseWhoTellOneAfterTheOther_whenTheEventsOfOneAreWritten_thenItWaitsForNoOther() {
        var haveReturned = new AtomicBoolean();
        var busy = new CompletableFuture<RoomEvents>();
        var threads = Stream.of("a", "b", "c", "d")
                .map(id -> new Thread(() -> tell(busy.join(), id)))
                .toList();
        busy.complete(events(node("busy", paged(page -> {
            if (page == 1) {
                threads.subList(1, 3).forEach(Thread::start);
                await().until(() -> threads.subList(1, 3).stream().allMatch(OutboxContract::waits));
            } else if (page == 2) {
                threads.get(3).start();
                await().until(() -> waits(threads.get(3)));
            } else {
                await().until(() -> threads.subList(0, 3).stream().noneMatch(Thread::isAlive));
                haveReturned.set(true);
            }
        }))));

        threads.get(0).start();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> threads.stream().allMatch(thread -> thread.getState() == Thread.State.TERMINATED));

        assertThat(haveReturned).isTrue();
        deliver(busy.join());
        assertThat(listener.ids()).startsWith("a").endsWith("d").containsExactlyInAnyOrder("a", "b", "c", "d");
    }

    @Test
    void givenAnEventThatIsBeingWritten_whenItIsToldOnceMore_thenThatReturnsWhenItIsDurable() throws Exception {
        var isWritten = new AtomicBoolean();
        var wasAcknowledged = new AtomicBoolean();
        var event = new Event("a", EventKind.JOINED.word(), clock.instant(), Map.of());
        var events = new CompletableFuture<Events>();
        var again = new Thread(() -> events.join().tell(room, event));
        var node = node("busy", paged(page -> {
            if (page == 1) {
                again.start();
                await().until(() -> waits(again) || !again.isAlive());
                wasAcknowledged.set(!again.isAlive());
                isWritten.set(true);
            }
        }));
        try (var telling = new Events(List.of(listening()), List.of(), node)) {
            events.complete(telling);
            telling.tell(room, event);
            again.join();
        }

        assertThat(isWritten).isTrue();
        assertThat(wasAcknowledged).isFalse();
    }

    /** Its changes reach the line, and its events no page. */
    @Test
    void givenANodeThatDiesBetweenChangesAndTheirEvents_whenAnotherTakesOver_thenEachIsToldOnceUnderItsId() {
        var isDead = new AtomicBoolean();
        var dying = paged(page -> {
            if (isDead.get()) {
                throw new StoreUnavailableException("killed", null);
            }
        });
        var lines = new LinesInMemory();
        var lives = lives(node("dying", dying), lines);
        lives.joins("told before");
        isDead.set(true);
        lives.joins(
                "joined", "left", "called", "claimed", "inside", "completed", "abandoned", "kept", "lapsed", "gone");
        lives.joinsALane("in a lane");
        lives.does(Act.LEAVE, "left");
        lives.calls("called", "claimed", "inside", "completed", "abandoned", "kept", "lapsed", "gone");
        lives.does(Act.CLAIM, "inside", "completed", "abandoned", "kept", "gone");
        lives.does(Act.ARRIVE, "inside", "completed", "abandoned");
        lives.does(Act.ARRIVE_UNHEARD, "kept");
        lives.does(Act.COMPLETE, "completed", "kept");
        lives.does(Act.ABANDON, "abandoned");
        lives.does(Act.EXTEND, "called", "claimed");
        clock.advance(TERMS.claimWindow());
        lives.line.snapshot(clock.instant());

        lives.events.close(); // with nothing written: so no thread of it takes the bookmark later
        var next = lives(node("next", store()), lines);
        next.does(Act.CLAIM, "claimed");
        passes(SETTINGS.lease());
        next.isLookedAt();

        await().untilAsserted(() -> assertThat(listener.told())
                .filteredOn(id -> !id.endsWith("metrics"))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(lives.ids(Map.ofEntries(
                        entry("told before", "joined"),
                        entry("joined", "joined"),
                        entry("left", "joined left"),
                        entry("called", "joined called"),
                        entry("claimed", "joined called admitted"),
                        entry("inside", "joined called admitted token_generated"),
                        entry("completed", "joined called admitted token_generated ended session_updated"),
                        entry("abandoned", "joined called admitted token_generated ended session_updated"),
                        entry("kept", "joined called admitted token_generated ended session_updated"),
                        entry("lapsed", "joined called lapsed"),
                        entry("gone", "joined called admitted ended session_updated"),
                        entry("in a lane", "joined")))));
        assertThat(listener.told())
                .as("what the next node changes is told behind what the dead one owed of it")
                .containsSubsequence(lives.ids(Map.of("claimed", "joined called admitted")));
    }

    /** The store lists no places, as some do not list those that were called long ago. */
    @Test
    void givenActsWhoseNodeDiedBeforeItsEvents_whenTheyAreRepeated_thenTheyAreToldThoughThePlaceCannotBeListed() {
        var lines = new LinesInMemory();
        var lives = lives(
                node("dying", paged(page -> {
                    throw new StoreUnavailableException("killed", null);
                })),
                lines);
        lives.joins("visitor");
        lives.calls("visitor");
        lives.does(Act.CLAIM, "visitor");
        lives.does(Act.ARRIVE_UNHEARD, "visitor");
        lives.does(Act.COMPLETE, "visitor");
        lives.events.close(); // with nothing written: so no thread of it takes the bookmark later
        passes(SETTINGS.lease().plusMinutes(10));

        var next = lives(node("next", store()), lines);
        next.does(Act.COMPLETE, "visitor");
        next.does(Act.COMPLETE, "visitor");

        await().untilAsserted(() -> assertThat(listener.told())
                .containsExactlyElementsOf(
                        lives.ids(Map.of("visitor", "joined called admitted token_generated ended session_updated"))));
    }

    private Lives lives(EventContext node, RoomStore store) {
        var old = new OldEvents(one -> Optional.of("Sample"), new Takeover(store(), clock), PlaceId::toString);
        var events = new Events(List.of(listening()), List.of(old), node);
        var settings = new RoomSettings(Optional.empty(), OptionalLong.empty(), false);
        var configured = new Room(room, "Room", settings, TERMS, Optional.empty());
        return new Lives(
                configured, events, new Line(events.told(store, new Rooms(List.of(configured))), room, TERMS, LANES));
    }

    /** Visitors of a room, by names, as one node serves them. */
    private final class Lives {

        private final Room configured;
        private final Events events;
        private final Line line;

        Lives(Room configured, Events events, Line line) {
            this.configured = configured;
            this.events = events;
            this.line = line;
        }

        void joins(String... names) {
            Stream.of(names).forEach(name -> line.join(id(name), clock.instant()));
        }

        void joinsALane(String name) {
            line.joinLanes(Map.of(id(name), "vip"), clock.instant());
        }

        void calls(String... names) {
            var ids = Stream.of(names).map(this::id).toList();
            line.serveOutOfTurn(line.snapshot(clock.instant()), ids, names.length, clock.instant());
        }

        void does(Act act, String... names) {
            Stream.of(names).forEach(name -> line.apply(id(name), act, clock.instant()));
        }

        void isLookedAt() {
            events.saw(configured, line.snapshot(clock.instant()), clock.instant());
        }

        /** Those of the events of each, in the order of the visitors' names and of each one's events. */
        List<String> ids(Map<String, String> kinds) {
            return kinds.entrySet().stream()
                    .flatMap(one -> Stream.of(one.getValue().split(" ", -1)).map(kind -> id(one.getKey(), kind)))
                    .toList();
        }

        private String id(String name, String kind) {
            var place = line.find(id(name), clock.instant()).orElseThrow();
            return room + "-" + place.opening() + "-" + place.position().id() + "-" + kind;
        }

        private PlaceId id(String name) {
            return new PlaceId(UUID.nameUUIDFromBytes(name.getBytes(UTF_8)));
        }
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }

    private RoomEvents node(String name) {
        return events(node(name, store()));
    }

    private EventContext node(String name, ExpiringStore store) {
        return new EventContext(
                name,
                SETTINGS,
                new Issuer("https://wait.example"),
                store,
                new EventCounts(meters, List.of()),
                clock,
                scheduler);
    }

    private RoomEvents events(EventContext node) {
        return new RoomEvents(room, List.of(listening()), List.of(), node);
    }

    private Subscription listening() {
        var settings = new EventProperties.ReceiverProperties(
                null, List.of(), false, null, null, null, null, "", 1, List.of(), List.of());
        return new Subscription("listener", settings, listener);
    }

    private void tell(RoomEvents node, String... ids) {
        node.outbox()
                .tell(List.of(ids).stream()
                        .map(id ->
                                new Event(id, EventKind.JOINED.word(), clock.instant(), Map.of("room", room.value())))
                        .toList());
    }

    /** As a tick does. */
    private static void deliver(RoomEvents node) {
        node.outbox().write(end -> Optional.empty());
        node.deliveries().forEach(Delivery::run);
    }

    private void passes(Duration span) {
        clock.advance(span);
        scheduler.advance(span);
    }

    /** The store, in which something happens before a page is put. */
    private ExpiringStore paged(LongConsumer before) {
        return new WatchedStore(store(), key -> {
            var page = key.replaceFirst(".*/", "");
            if (page.chars().allMatch(Character::isDigit)) {
                before.accept(Long.parseLong(page));
            }
        });
    }

    /** The same store, in which something happens before a value is replaced. */
    private record WatchedStore(ExpiringStore store, Consumer<String> before) implements ExpiringStore {

        @Override
        public Optional<byte[]> get(String key, Instant now) {
            return store.get(key, now);
        }

        @Override
        public void put(String key, byte[] value, Instant until, Instant now) {
            store.put(key, value, until, now);
        }

        @Override
        public boolean replace(String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now) {
            before.accept(key);
            return store.replace(key, expected, value, until, now);
        }

        @Override
        public boolean remove(String key, Instant now) {
            return store.remove(key, now);
        }
    }

    /** Takes so many, and refuses all others. */
    private static final class Listener implements Receiver {

        private final List<Notice> heard = new CopyOnWriteArrayList<>();
        private final List<Integer> calls = new CopyOnWriteArrayList<>();
        private int left = 1_000;

        void takes(int more) {
            left = more;
        }

        List<String> ids() {
            return heard.stream().map(notice -> notice.event().id()).toList();
        }

        /** The ids in the order of the room, without what was only delivered again. */
        List<String> told() {
            var bySequence = new TreeMap<Long, String>();
            heard.forEach(
                    notice -> bySequence.put(notice.sequence(), notice.event().id()));
            return List.copyOf(bySequence.values());
        }

        /** How many it took of each call. */
        List<Integer> calls() {
            return calls;
        }

        List<Long> sequences() {
            return heard.stream().map(Notice::sequence).toList();
        }

        @Override
        public int most() {
            return 3;
        }

        @Override
        public Outcome take(List<Notice> notices) {
            var some = notices.subList(0, Math.min(left, notices.size()));
            left -= some.size();
            heard.addAll(some);
            calls.add(some.size());
            return some.size() == notices.size()
                    ? Outcome.all(notices)
                    : new Outcome(some.size(), Optional.of("not now"));
        }
    }
}
