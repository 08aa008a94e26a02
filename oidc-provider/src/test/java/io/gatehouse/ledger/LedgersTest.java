package io.gatehouse.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.LineLock;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.room.Act;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Lines;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.ShowUp;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.stock.Endings;
import io.gatehouse.stock.Stock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What nodes write into one ledger side by side, and when there is much to write. */
class LedgersTest {

    @AutoClose
    private static final RunningGatehouse gatehouse =
            RunningGatehouse.with("gatehouse.rooms.shop.capacity=10").starts();

    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final LedgerStore store = gatehouse.bean(LedgerStore.class);
    private final Ledger one = node();
    private final Ledger other = node();

    @Test
    void givenNodesWhoseFilesDiffer_whenTheyTickOnAndOn_thenEachSaysItsSettingsOnceAndAnOperatorsAreSaidOnce() {
        IntStream.range(0, 5).forEach(tick -> {
            tick(one, file(1), seen(1, 0, Optional.empty()));
            tick(other, file(2), seen(1, 0, Optional.empty()));
        });
        var changed = Optional.of(settings(3));
        IntStream.range(0, 5).forEach(tick -> {
            tick(one, file(1), seen(1, 0, changed));
            tick(other, file(2), seen(1, 0, changed));
        });

        assertThat(of("settings").map(entry -> entry.number("capacity"))).containsExactly(1L, 2L, 3L);
    }

    @Test
    void givenSettingsThatANodeSaidBefore_whenTheyAreInForceAgain_thenTheyAreSaidAgain() {
        for (var capacity : List.of(1, 2, 1)) {
            tick(one, file(9), seen(1, 0, Optional.of(settings(capacity))));
        }

        assertThat(of("settings").map(entry -> entry.number("capacity"))).containsExactly(1L, 2L, 1L);
    }

    /** A node that died has called every other one; and another opening begins before anybody has written that. */
    @Test
    void givenFarMoreThanOneAppendBears_whenANewOpeningBegins_thenAllOfItIsToldBeforeThat() {
        tick(one, file(1), seen(1, 0, Optional.empty()));
        for (long number = 1; number <= 199; number += 2) {
            one.unwritten().called(call(1, number));
        }
        one.unwritten().called(call(2, 1));

        IntStream.range(0, 10).forEach(tick -> tick(one, file(1), seen(2, 1, Optional.empty())));

        var entries = entries().toList();
        var begun = entries.indexOf(of("opening").findFirst().orElseThrow());
        assertThat(of("unwritten").map(entry -> entry.number("from")))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 99)
                        .mapToObj(number -> 2L * number)
                        .toList());
        assertThat(entries.subList(0, begun).stream()
                        .filter(entry -> entry.kind().equals("called")))
                .hasSize(100);
        assertThat(entries.subList(begun, entries.size()).stream()
                        .filter(entry -> entry.kind().equals("called"))
                        .map(entry -> entry.number("opening")))
                .containsExactly(2L);
    }

    @Test
    void givenALedgerThatHangs_whenVisitorsCanBeCalled_thenTheyAreAndItTellsOfThemWhenItIsBack() {
        var shop = gatehouse.room("shop");
        var stores = gatehouse.bean(LineLock.class);
        var ticks = gatehouse.bean(RoomTicks.class);
        var ledgers = gatehouse.bean(Ledgers.class);
        shop.change(settings -> settings.at(Optional.empty(), OptionalLong.of(0)));
        gatehouse.browser().opens("/rooms/shop/enter");
        gatehouse.browser().opens("/rooms/shop/enter");
        gatehouse.tick();

        try {
            stores.hangLedgers();
            for (var capacity = 1; capacity <= 2; capacity++) {
                var most = OptionalLong.of(capacity);
                shop.change(settings -> settings.at(Optional.empty(), most));
                ticks.tick(shop);
                assertThat(shop.at(Position.of(capacity)).orElseThrow().stage()).isEqualTo(Stage.TURN);
                await().until(stores::isHeld);
            }
            assertThatThrownBy(() -> ledgers.act(shop.id(), "alice", "waits for nothing"))
                    .isInstanceOf(StoreUnavailableException.class);
        } finally {
            stores.bringBack();
        }
        gatehouse.tick();
        ledgers.act(shop.id(), "alice", "is served again");

        assertThat(gatehouse.ledger(shop.id()))
                .anyMatch(line -> line.contains("\"kind\":\"called\"") && line.contains("\"from\":1,"))
                .anyMatch(line -> line.contains("\"kind\":\"called\"") && line.contains("\"to\":2,"))
                .anyMatch(line -> line.contains("is served again"))
                .noneMatch(line -> line.contains("waits for nothing") || line.contains("\"unwritten\""));
    }

    @ParameterizedTest
    @CsvSource({"1/1s, 10, 100, RATE", "1000/1s, 1, 100, CAPACITY", "1000/1s, 10, 1, STOCK"})
    void givenARateACapacityAndAStock_whenVisitorsAreCalled_thenTheLedgerTellsTheRuleOfTheInlet(
            String rate, long capacity, long stock, String why) {
        var shop = pausedWithThreeInLine();

        shop.change(settings -> settings.paused(false)
                .at(Optional.of(Rate.parse(rate)), OptionalLong.of(capacity))
                .admitting(Optional.of(new Stock(stock, Stock.USUALLY))));
        gatehouse.tick();

        assertThat(lastCall(shop)).contains("\"from\":1,", "\"why\":\"" + why + "\"");
    }

    @Test
    void givenAVisitorBehindTheCounter_whenAPassCallsThem_thenTheLedgerTellsACallOutOfTurn() {
        var shop = pausedWithThreeInLine();
        shop.change(settings -> settings.paused(false)
                .at(Optional.of(Rate.parse("1/1h")), OptionalLong.of(1))
                .admitting(Optional.empty()));
        gatehouse.tick();
        gatehouse.elapse(shop.configuration().terms().claimWindow());
        var back = shop.apply(shop.at(Position.of(1)).orElseThrow().id(), Act.RETURN)
                .orElseThrow();
        assertThat(back.stage()).isEqualTo(Stage.RETURNING);

        shop.exempt(back);
        gatehouse.tick();

        assertThat(lastCall(shop)).contains("\"returning\":1,", "\"why\":\"OUT_OF_TURN\"");
    }

    private static WaitingRoom pausedWithThreeInLine() {
        gatehouse.reopens("shop");
        var shop = gatehouse.room("shop");
        shop.change(settings -> settings.paused(true));
        IntStream.range(0, 3).forEach(visitor -> shop.join(new PlaceId(UUID.randomUUID())));
        return shop;
    }

    private static String lastCall(WaitingRoom shop) {
        return gatehouse.ledger(shop.id()).stream()
                .filter(line -> line.contains("\"kind\":\"called\""))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    /** What a tick has seen before another node wrote something newer, and what comes too late. */
    @Test
    void givenALookThatIsOlderThanWhatOthersWrote_whenItIsWritten_thenItDoesNotSayWhatWas() {
        tick(one, file(9), seen(1, 0, Optional.of(settings(1))));
        tick(other, file(9), seen(1, 0, Optional.of(settings(1))));
        other.looks();
        var old = other.look(file(9), seen(1, 0, Optional.of(settings(1))));
        tick(one, file(9), seen(1, 0, Optional.of(settings(2))));
        other.record("act", Map.of("who", "alice", "what", "reads on"));

        other.tick(old);
        tick(other, file(9), seen(1, 0, Optional.of(settings(2))));

        assertThat(of("settings").map(entry -> entry.number("capacity"))).containsExactly(1L, 2L);
    }

    @Test
    void givenAMillionEntries_whenTheyAreExported_thenNoMoreAreReadThanAreTaken() {
        var entries = new Million();
        var exported = new Ledgers(entries, checkpoints(), gatehouse.clock(), new MutableScheduler())
                .export(room, 1)
                .orElseThrow()
                .iterator();
        var taken = 0L;
        assertThat(exported.next()).singleElement().asString().contains("\"from\":1,", "\"to\":" + Million.ENTRIES);

        while (exported.hasNext()) {
            var some = exported.next();
            taken += some.size();
            assertThat(some.get(some.size() - 1)).isEqualTo("entry " + taken);
            assertThat(entries.read).isLessThanOrEqualTo(taken + 1);
        }
        assertThat(taken).isEqualTo(Million.ENTRIES);
    }

    /** A store that took over lacks the last ones. */
    @Test
    void givenEntriesThatAreLostMeanwhile_whenTheyAreExported_thenTheExportDoesNotEndAsIfItWereWhole() {
        var entries = new Million();
        var exported = new Ledgers(entries, checkpoints(), gatehouse.clock(), new MutableScheduler())
                .export(room, Million.ENTRIES - 100)
                .orElseThrow()
                .iterator();
        exported.next();
        exported.next();
        entries.last -= 60;

        assertThatThrownBy(exported::next)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("has lost some of the entries 999950 to 999999");
    }

    private static void tick(Ledger node, Room configuration, RoomSnapshot seen) {
        node.looks();
        node.tick(node.look(configuration, seen));
    }

    private Ledger node() {
        return new Ledger(room, new Bounded(store), checkpoints(), gatehouse.clock(), new MutableScheduler());
    }

    private static Checkpoints checkpoints() {
        return new Checkpoints(gatehouse.bean(SigningKeys.class), gatehouse.bean(Issuer.class));
    }

    private Room file(long capacity) {
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        return new Room(room, "Shop", settings(capacity), terms, Optional.empty());
    }

    private static RoomSettings settings(long capacity) {
        return new RoomSettings(Optional.empty(), OptionalLong.of(capacity), false);
    }

    private static RoomSnapshot seen(long opening, long serving, Optional<RoomSettings> changed) {
        return new RoomSnapshot(
                new Counters(
                        1,
                        opening,
                        serving,
                        serving,
                        Endings.NONE,
                        0,
                        Instant.EPOCH,
                        changed,
                        Optional.empty(),
                        LaneCounters.NONE,
                        ShowUp.NONE),
                0,
                0,
                0,
                0,
                0,
                0);
    }

    private static Unwritten.Call call(long opening, long number) {
        return new Unwritten.Call(
                opening, number, number, new Ranges(), new Ranges(), Map.of(), 0, 0, "RATE", Optional.empty());
    }

    private Stream<LedgerEntry> of(String kind) {
        return entries().filter(entry -> entry.kind().equals(kind));
    }

    private Stream<LedgerEntry> entries() {
        var last = store.last(room);
        return IntStream.rangeClosed(0, (int) last / LedgerStore.MOST)
                .mapToObj(part -> store.read(room, (long) part * LedgerStore.MOST + 1, LedgerStore.MOST))
                .flatMap(List::stream)
                .map(LedgerEntry::parse);
    }

    /** Has a million entries without keeping one, and counts how many were read. */
    private static final class Million implements LedgerStore {

        static final long ENTRIES = 1_000_000;

        private long last = ENTRIES;
        private long read;

        @Override
        public boolean append(RoomId room, long after, String last, List<String> lines) {
            throw new AssertionError("an export appends nothing");
        }

        @Override
        public List<String> read(RoomId room, long from, int most) {
            assertThat(most).isBetween(1, MOST);
            var some = LongStream.rangeClosed(from, Math.min(last, from + most - 1))
                    .mapToObj(seq -> "entry " + seq)
                    .toList();
            read += some.size();
            return some;
        }

        @Override
        public long last(RoomId room) {
            return last;
        }
    }

    /** Holds its callers to the contract. */
    private record Bounded(LedgerStore store) implements LedgerStore {

        @Override
        public boolean append(RoomId room, long after, String last, List<String> lines) {
            assertThat(lines).hasSizeBetween(1, MOST);
            return store.append(room, after, last, lines);
        }

        @Override
        public List<String> read(RoomId room, long from, int most) {
            return store.read(room, from, most);
        }

        @Override
        public long last(RoomId room) {
            return store.last(room);
        }
    }
}
