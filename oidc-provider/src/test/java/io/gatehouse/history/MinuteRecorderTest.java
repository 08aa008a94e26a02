package io.gatehouse.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.history.HistoryRow.Tally;
import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.stock.Endings;
import io.gatehouse.value.ExpiringStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a node writes into the history while rooms tick, whatever the clock and the store do. */
class MinuteRecorderTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.capacity=1", "gatehouse.rooms.shop.slot-held=1h")
            .standing();

    private final Trouble store = new Trouble(gatehouse.bean(ExpiringStore.class));
    private final History history = new History(store, gatehouse.clock());
    private final RoomId id = new RoomId("room-" + UUID.randomUUID());
    private final Room room = new Room(
            id,
            "Room",
            gatehouse.room("shop").configuration().configured(),
            gatehouse.room("shop").configuration().terms(),
            Optional.empty());

    @AutoClose
    private final MinuteRecorder recorder = recorder();

    @Test
    void givenVisitors_whenMinutesPass_thenTheHistorySaysWhatBecameOfThem() {
        var shop = gatehouse.room("shop");
        var now = gatehouse.clock().instant();
        var began = now.truncatedTo(ChronoUnit.MINUTES).plus(MINUTE);
        gatehouse.pass(Duration.between(now, began));
        var first = joins();
        joins();
        joins();
        gatehouse.pass(Duration.ofSeconds(20));
        shop.claim(first, "browser");
        gatehouse.pass(MINUTE);
        shop.apply(first.id(), Act.COMPLETE);
        var third = joins();
        shop.apply(third.id(), Act.LEAVE);
        gatehouse.tick();
        gatehouse.pass(MINUTE);

        var rows = gatehouse.bean(History.class).minutes(new RoomId("shop"), began, began.plus(Duration.ofHours(1)));

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).soFar()).isEqualTo(new Tally(3, 1, 0, 0, 0, 0, 0));
        assertThat(rows.get(0).now()).isEqualTo(new HistoryRow.Standing(2, 1, 0));
        assertThat(rows.get(0).held()).isEqualTo("CAPACITY");
        assertThat(rows.get(0).pace()).isEqualTo(new HistoryRow.Pace(null, 1L, null));
        assertThat(rows.get(0).measured().waits()).containsExactly(1L);
        var last = rows.get(1);
        assertThat(last.soFar().since(rows.get(0).soFar())).isEqualTo(new Tally(1, 1, 1, 0, 1, 0, 0));
        assertThat(last.measured().left()).isEqualTo(1);
        assertThat(last.measured().waits()).as("80 s").containsExactly(0L, 0L, 0L, 0L, 0L, 1L);
        assertThat(last.measured().visits()).as("a minute").containsExactly(0L, 0L, 0L, 0L, 1L);
    }

    @Test
    void givenMinutesThatAreWritten_whenTheClockIsSetBack_thenTheyKeepTheirRows() {
        see(0, 1, 10);
        see(1, 1, 20);
        see(2, 1, 30);
        see(0, 1, 40);
        see(1, 1, 50);
        see(4, 1, 60);

        assertThat(rows()).extracting(row -> row.soFar().called()).containsExactly(10L, 20L, 30L);
    }

    @Test
    void givenAnOpening_whenAnotherOneBeginsInTheMiddleOfAMinute_thenItsLastFiguresAreKept() {
        see(0, 1, 10);
        see(1, 1, 20);
        see(1, 2, 0);
        see(2, 2, 5);

        assertThat(rows())
                .extracting(HistoryRow::opening, row -> row.soFar().called())
                .containsExactly(tuple(1L, 10L), tuple(1L, 20L), tuple(2L, 0L));
    }

    @Test
    void givenAStoreThatIsAway_whenItComesBack_thenTheLastHourFollowsAndWhatIsOlderIsAGap() {
        see(0, 1, 0);
        store.isAway = true;
        for (int minute = 1; minute <= 70; minute++) {
            see(minute, 1, minute);
        }

        store.isAway = false;
        see(71, 1, 71);

        assertThat(rows())
                .hasSize(60)
                .first()
                .extracting(row -> row.soFar().called())
                .isEqualTo(11L);
        assertThat(rows()).last().extracting(row -> row.soFar().called()).isEqualTo(70L);
    }

    @Test
    void givenAStoreThatDoesNotAnswer_whenTheRoomIsShown_thenNoTickWaits() {
        var answer = new CountDownLatch(1);
        see(0, 1, 0);
        store.answer = answer;

        for (int minute = 1; minute <= 5; minute++) {
            saw(minute, 1, minute);
        }
        answer.countDown();
        recorder.settle();

        assertThat(rows()).hasSize(5);
    }

    @Test
    void givenAMinuteThatIsNotOver_whenTheNodeStops_thenItIsWritten() {
        see(0, 1, 10);

        recorder.close();

        assertThat(rows()).hasSize(1);
    }

    private void see(int minute, long opening, long called) {
        saw(minute, opening, called);
        recorder.settle();
    }

    private void saw(int minute, long opening, long called) {
        var counters = Counters.FIRST.opened(opening).counting(called, Endings.NONE);
        var served = counters.moved(new Counters(
                opening,
                opening,
                called,
                called,
                Endings.NONE,
                0,
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                counters.lanes(),
                counters.showUp()));
        recorder.saw(room, RoomSnapshot.of(served, count -> 1, 0), began().plus(MINUTE.multipliedBy(minute)));
    }

    private static Instant began() {
        return gatehouse.clock().instant();
    }

    private List<HistoryRow> rows() {
        return history.minutes(id, began().minus(MINUTE), began().plus(Duration.ofHours(2)));
    }

    private MinuteRecorder recorder() {
        return new MinuteRecorder(
                history,
                new LocalCounts(new SecureRandom()),
                (one, seen) -> Advance.Why.CAPACITY,
                (one, seen) -> Optional.empty(),
                one -> Optional.empty());
    }

    private static Place joins() {
        return gatehouse.room("shop").join(new PlaceId(UUID.randomUUID()));
    }

    /** A store that is away, or does not answer, while it is told to. */
    private static final class Trouble implements ExpiringStore {

        private final ExpiringStore store;
        private volatile boolean isAway;
        private volatile CountDownLatch answer = new CountDownLatch(0);

        private Trouble(ExpiringStore store) {
            this.store = store;
        }

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
            try {
                answer.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            if (isAway) {
                throw new StoreUnavailableException("away, as the test wants it", null);
            }
            return store.replace(key, expected, value, until, now);
        }

        @Override
        public boolean remove(String key, Instant now) {
            return store.remove(key, now);
        }
    }
}
