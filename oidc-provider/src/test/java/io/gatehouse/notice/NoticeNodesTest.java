package io.gatehouse.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.gatehouse.board.Boards;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.notice.NoticeBook.Spot;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Several nodes find the same turns, and a mail server that never answers meets more turns than may wait. */
class NoticeNodesTest {

    private static final int FREE = 50; // places in the queue, when the crowd comes

    /** More visitors than the queue has room for. */
    private static final int CROWD = 2 * FREE;

    @Test
    void givenThreeNodes_whenTheSameTurnsCome_thenEachVisitorGetsOneMail() throws Exception {
        var port = FreePorts.next();
        var mail = new GreenMail(new ServerSetup(port, "localhost", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        try (var gatehouse = starts(port)) {
            var room = gatehouse.room("many");
            var store = gatehouse.bean(ExpiringStore.class);
            var others = List.of(Node.of(gatehouse, store), Node.of(gatehouse, store));
            asks(gatehouse, room, 200);

            room.letIn(200);
            IntStream.range(0, 3).forEach(n -> {
                gatehouse.tick();
                others.forEach(node -> node.sees(gatehouse, room));
            });

            await().atMost(Duration.ofMinutes(1)).until(() -> mail.getReceivedMessages().length >= 200);
            gatehouse.elapse(Duration.ofMinutes(2));
            others.forEach(node -> node.sees(gatehouse, room));
            others.forEach(Node::close);
            assertThat(count(gatehouse, Way.EMAIL, "sent")).isEqualTo(200);
            assertThat(mail.getReceivedMessages())
                    .extracting(message -> message.getAllRecipients()[0].toString())
                    .hasSize(200)
                    .doesNotHaveDuplicates();
        } finally {
            mail.stop();
        }
    }

    @Test
    void givenAStoreThatIsAwayWhenATurnIsFound_whenItIsBack_thenTheMailArrivesAndItsAddressIsDeleted()
            throws Exception {
        var port = FreePorts.next();
        var mail = new GreenMail(new ServerSetup(port, "localhost", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        try (var gatehouse = starts(port)) {
            var room = gatehouse.room("many");
            gatehouse.bean(NoticeWatch.class).close();
            var store = new TroubledStore(gatehouse.bean(ExpiringStore.class));
            asks(gatehouse, room, 1);
            var place = room.at(Position.of(1)).orElseThrow();
            var book = gatehouse.bean(NoticeBook.class);
            var spot = new Spot(room.id(), place.opening(), place.position());

            try (var node = Node.of(gatehouse, store)) {
                store.away = "notice-addresses/";
                room.letIn(1);
                await().until(() -> {
                    gatehouse.tick();
                    node.sees(gatehouse, room);
                    return store.refusals.get() > 0;
                });
                node.watch.settle();
                assertThat(book.find(spot))
                        .hasValueSatisfying(kept -> assertThat(kept.isOpen()).isTrue());

                store.away = "";
                gatehouse.elapse(Duration.ofMinutes(1));
                await().until(() -> {
                    node.sees(gatehouse, room);
                    return mail.getReceivedMessages().length == 1;
                });
            }
            assertThat(book.find(spot))
                    .hasValueSatisfying(kept -> assertThat(kept.isOpen()).isFalse());
        } finally {
            mail.stop();
        }
    }

    @Test
    void givenAStoreThatAsksItselfAgain_whenAddressesAreTaken_thenTheOneCallerThatHasThemHearsIt() throws Exception {
        try (var gatehouse = starts(FreePorts.next())) {
            var room = gatehouse.room("many");
            asks(gatehouse, room, 1);
            var place = room.at(Position.of(1)).orElseThrow();
            var spot = new Spot(room.id(), place.opening(), place.position());
            var store = new TroubledStore(gatehouse.bean(ExpiringStore.class));
            var book = book(gatehouse, store);
            var found = book.find(spot).orElseThrow();
            store.away = "answers";

            assertThat(book.take(spot, found, Duration.ofHours(1))).isTrue();
            assertThat(book.take(spot, found, Duration.ofHours(1))).isFalse();
        }
    }

    @Test
    void givenAPageThatEndsSoon_whenAVisitorOfItAsksAgainOrJustBeforeItIsCleared_thenTheyAreStillFound() {
        try (var gatehouse = starts(FreePorts.next())) {
            var book = book(gatehouse, gatehouse.bean(ExpiringStore.class));
            var spot = new Spot(gatehouse.room("many").id(), 1, Position.of(7));
            var wish = new Wish(new PlaceId(UUID.randomUUID()), "en", Map.of(Way.EMAIL, "one@example.com"), true, 1);
            assertThat(book.replace(spot, Optional.empty(), wish, Duration.ofDays(1)))
                    .isTrue();
            gatehouse.clock().advance(Duration.ofHours(20));
            assertThat(book.replace(spot, book.find(spot), wish, Duration.ofDays(1)))
                    .isTrue();
            gatehouse.clock().advance(Duration.ofHours(20));

            assertThat(book.page(spot.page()).get(7)).isTrue();

            var done = new BitSet();
            done.set(7);
            book.clear(spot.page(), done, Duration.ofDays(1));
            assertThat(book.page(spot.page()).get(7)).as("it has an address").isTrue();
            book.forget(spot, Duration.ofDays(1));
            book.clear(spot.page(), done, Duration.ofDays(1));
            assertThat(book.page(spot.page()).get(7)).isFalse();
        }
    }

    @Test
    void givenAMailServerThatNeverAnswers_whenMoreTurnsComeThanMayWait_thenTheLineGoesOnAndTheQueueIsBounded()
            throws Exception {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var gatehouse = starts(silent.getLocalPort())) {
            var room = gatehouse.room("many");
            asks(gatehouse, room, CROWD);
            fills(gatehouse, Way.EMAIL, "others@example.com", NoticePost.MOST - FREE);

            room.letIn(CROWD);
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                gatehouse.tick();
                return room.snapshot().serving() == CROWD;
            });

            assertThat(room.at(Position.of(CROWD)).orElseThrow().stage()).isEqualTo(Stage.TURN);
            // The look that the last tick began may have seen the board before it.
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                gatehouse.tick();
                return !gatehouse.bean(NoticePost.class).hasRoom(List.of(Way.EMAIL));
            });
            gatehouse.tick();
            var opening = room.at(Position.of(1)).orElseThrow().opening();
            var book = gatehouse.bean(NoticeBook.class);
            var waiting = LongStream.rangeClosed(1, CROWD)
                    .mapToObj(number -> book.find(new Spot(room.id(), opening, Position.of(number))))
                    .filter(kept -> kept.orElseThrow().isOpen())
                    .count();
            assertThat(waiting).isBetween((long) CROWD - FREE, (long) CROWD - FREE + NoticePost.FEW);
            assertThat(count(gatehouse, Way.EMAIL, "late")).isZero();
        }
    }

    @Test
    void givenAStoreThatFailsWhileAWishIsCarriedToALane_whenItIsBack_thenTheWishIsWhereItWas() throws Exception {
        try (var gatehouse = starts(
                FreePorts.next(),
                "gatehouse.rooms.many.lanes.access.weight=1",
                "gatehouse.rooms.many.lanes.access.offered=true")) {
            var room = gatehouse.room("many");
            asks(gatehouse, room, 1);
            var place = room.at(Position.of(1)).orElseThrow();
            var store = new TroubledStore(gatehouse.bean(ExpiringStore.class));
            var book = book(gatehouse, store);
            var notices = new Notices(
                    book,
                    gatehouse.bean(NoticePost.class),
                    gatehouse.bean(NoticeWatch.class),
                    gatehouse.bean(Addresses.class),
                    gatehouse.bean(Boards.class));
            var lane = room.joinLane(place.id(), "access");
            store.away = "notices/many/" + place.opening() + "/1/";

            assertThatThrownBy(() -> notices.carry(room, place, lane)).isInstanceOf(StoreUnavailableException.class);

            store.away = "";
            assertThat(book.find(new Spot(room.id(), place.opening(), place.position())))
                    .hasValueSatisfying(kept -> assertThat(kept.isOpen()).isTrue());
            notices.carry(room, place, lane);
            assertThat(notices.asked(room, lane)).containsExactly(Way.EMAIL);
            assertThat(notices.asked(room, place)).isEmpty();
        }
    }

    @Test
    void givenAStoreThatIsAwayAtTheSecondLimit_whenItIsBack_thenTheFirstHasLostNothing() {
        try (var gatehouse = starts(FreePorts.next())) {
            var store = new TroubledStore(gatehouse.bean(ExpiringStore.class));
            var budget = new NoticeBudget(
                    store,
                    Map.of(Way.SMS, List.of(limit(false, Duration.ofDays(1)), limit(true, Duration.ofDays(1)))),
                    gatehouse.clock());
            var room = gatehouse.room("many").id();
            store.away = "notice-budgets/" + RoomId.HOUSE;

            assertThatThrownBy(() -> budget.spend(room, Way.SMS, true)).isInstanceOf(StoreUnavailableException.class);

            store.away = "";
            assertThat(budget.spend(room, Way.SMS, true).isNothing()).isFalse();
            assertThat(budget.spend(room, Way.SMS, true).isNothing()).isTrue();
        }
    }

    @Test
    void givenAMessageThatIsNotSent_whenItsHourIsOver_thenItAddsNothingToTheNext() {
        try (var gatehouse = starts(FreePorts.next())) {
            var budget = new NoticeBudget(
                    gatehouse.bean(ExpiringStore.class),
                    Map.of(Way.SMS, List.of(limit(false, Duration.ofHours(1)))),
                    gatehouse.clock());
            var room = gatehouse.room("many").id();
            var unsent = budget.spend(room, Way.SMS, true);
            gatehouse.clock().advance(Duration.ofHours(1));
            assertThat(budget.spend(room, Way.SMS, true).isNothing()).isFalse();

            budget.giveBack(unsent);

            assertThat(budget.spend(room, Way.SMS, true).isNothing()).isTrue();
        }
    }

    private static NoticeBudget.Limit limit(boolean isOfHouse, Duration time) {
        return new NoticeBudget.Limit(isOfHouse, false, time, 1);
    }

    @Test
    void givenAWebhookThatNeverAnswers_whenItsLineIsFull_thenWhoAskedForAnEMailTooGetsThat() throws Exception {
        var port = FreePorts.next();
        var mail = new GreenMail(new ServerSetup(port, "localhost", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var gatehouse = starts(
                        port,
                        "gatehouse.notices.phones.url=http://localhost:" + silent.getLocalPort(),
                        "gatehouse.notices.phones.secrets=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                        "gatehouse.notices.phones.countries=DE",
                        "gatehouse.notices.phones.answer-within=30s")) {
            gatehouse.tick();
            var room = gatehouse.room("many");
            var notices = gatehouse.bean(Notices.class);
            fills(gatehouse, Way.SMS, "+491511234567", NoticePost.MOST);
            assertThat(gatehouse.bean(NoticePost.class).hasRoom(List.of(Way.SMS)))
                    .isFalse();
            var place = room.join(new PlaceId(UUID.randomUUID()));
            var both = Map.of(Way.SMS, "+4915112345678", Way.EMAIL, "both@example.com");
            assertThat(notices.ask(room, place, new Notices.Question(both, "en", "192.0.2")))
                    .isEqualTo(Notices.Answer.ASKED);

            room.letIn(1);

            await().atMost(Duration.ofMinutes(1)).until(() -> {
                gatehouse.tick();
                return mail.getReceivedMessages().length == 1;
            });
            assertThat(count(gatehouse, Way.SMS, "late")).isEqualTo(1);
        } finally {
            mail.stop();
        }
    }

    /** Puts notices to visitors who are not in the line into the queue. */
    private static void fills(RunningGatehouse gatehouse, Way way, String address, int many) {
        var post = gatehouse.bean(NoticePost.class);
        var room = gatehouse.room("many").id();
        var end = gatehouse.clock().instant().plus(Duration.ofHours(1));
        for (var n = 0; n < many; n++) {
            post.add(way, new Notice("" + n, room, "many", true, "en", address, Duration.ofHours(1), end));
        }
    }

    private static double count(RunningGatehouse gatehouse, Way way, String answer) {
        return gatehouse
                .bean(MeterRegistry.class)
                .get("gatehouse.notices")
                .tags("room", "many", "way", way.word(), "answer", answer)
                .counter()
                .count();
    }

    private static RunningGatehouse starts(int port, String... more) {
        var settings = Stream.of(
                "gatehouse.turnstile.tick=1m",
                "gatehouse.alerts.mail.host=localhost",
                "gatehouse.alerts.mail.port=" + port,
                "gatehouse.alerts.mail.security=none",
                "gatehouse.alerts.mail.from=shop@example.com",
                "gatehouse.notices.most-per-address=100",
                "gatehouse.rooms.many.notices=email,sms");
        return RunningGatehouse.start(Stream.concat(settings, Stream.of(more)).toArray(String[]::new));
    }

    /** What another node has of its own; the store and the line are shared. */
    private record Node(NoticeWatch watch, NoticePost post) implements AutoCloseable {

        private static Node of(RunningGatehouse gatehouse, ExpiringStore store) {
            var properties = gatehouse.bean(NoticeProperties.class);
            var addresses = new Addresses(store, gatehouse.bean(MasterKey.class), properties, gatehouse.clock());
            var post = new NoticePost(
                    gatehouse.bean(NoticeConfiguration.Carriers.class),
                    new NoticeBudget(store, properties.limits(), gatehouse.clock()),
                    addresses,
                    gatehouse.bean(MeterRegistry.class),
                    gatehouse.bean(NoticePost.NoticeTime.class));
            return new Node(
                    new NoticeWatch(
                            gatehouse.bean(WaitingRooms.class),
                            gatehouse.bean(Boards.class),
                            book(gatehouse, store),
                            post,
                            properties,
                            gatehouse.bean(NoticePost.NoticeTime.class)),
                    post);
        }

        private void sees(RunningGatehouse gatehouse, WaitingRoom room) {
            watch.saw(room.configuration(), room.snapshot(), gatehouse.clock().instant());
        }

        @Override
        public void close() {
            watch.close();
            post.close();
        }
    }

    private static NoticeBook book(RunningGatehouse gatehouse, ExpiringStore store) {
        return new NoticeBook(store, gatehouse.bean(MasterKey.class), gatehouse.clock());
    }

    /** The store, seen from a node that does not reach a part of it, or asks again because answers are lost. */
    private static final class TroubledStore implements ExpiringStore {

        private final ExpiringStore store;
        private volatile String away = "";
        private final AtomicInteger refusals = new AtomicInteger();

        private TroubledStore(ExpiringStore store) {
            this.store = store;
        }

        private void reach(String key) {
            if (!away.isEmpty() && key.startsWith(away)) {
                refusals.incrementAndGet();
                throw new StoreUnavailableException("away", null);
            }
        }

        @Override
        public Optional<byte[]> get(String key, Instant now) {
            reach(key);
            return store.get(key, now);
        }

        @Override
        public void put(String key, byte[] value, Instant until, Instant now) {
            reach(key);
            store.put(key, value, until, now);
        }

        @Override
        public boolean replace(String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now) {
            reach(key);
            var isDone = store.replace(key, expected, value, until, now);
            return away.equals("answers") ? store.replace(key, expected, value, until, now) : isDone;
        }

        @Override
        public boolean remove(String key, Instant now) {
            reach(key);
            return store.remove(key, now);
        }
    }

    /** Visitors who have joined, each with an address of their own. */
    private static void asks(RunningGatehouse gatehouse, WaitingRoom room, int many) throws Exception {
        gatehouse.tick();
        var notices = gatehouse.bean(Notices.class);
        var threads = Executors.newFixedThreadPool(32);
        var answers = new ArrayList<Future<Notices.Answer>>();
        for (var n = 0; n < many; n++) {
            var address = "visitor" + n + "@example.com";
            answers.add(threads.submit(() -> {
                var place = room.join(new PlaceId(UUID.randomUUID()));
                return notices.ask(room, place, new Notices.Question(Map.of(Way.EMAIL, address), "en", "192.0.2"));
            }));
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
        for (var answer : answers) {
            assertThat(answer.get()).isEqualTo(Notices.Answer.ASKED);
        }
    }
}
