package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import io.gatehouse.lane.Lanes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LineTest extends RoomStoreContract {

    private static final RoomId SHOP = new RoomId("shop");
    private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");
    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));

    private final RoomStore store = new LinesInMemory();

    @Override
    protected RoomStore store() {
        return store;
    }

    @Override
    protected int crowd() {
        return 100_000;
    }

    @Test
    void givenATurnWhoseTimeHasCome_whenItsEndIsWritten_thenTheRoomIsNotLookedAtAgain() {
        var line = new Line(store, SHOP, TERMS, Lanes.NONE);
        line.join(new PlaceId(UUID.randomUUID()), NOW);
        line.serve(line.snapshot(NOW), new Advance(1, 0, NOW), true, NOW);
        var later = NOW.plus(TERMS.claimWindow());
        var looks = new AtomicInteger();
        var counted = refusing(method -> method.equals("look") && looks.incrementAndGet() < 0);

        var seen = new Line(counted, SHOP, TERMS, Lanes.NONE).snapshot(later);

        assertThat(looks).hasValue(1);
        assertThat(seen.noShows()).isEqualTo(1);
        assertThat(seen).isEqualTo(line.snapshot(later));
    }

    @Test
    void givenManyNewcomers_whenTheyJoinALane_thenNothingIsAskedBetweenTheLookAndTheChange() {
        var asked = new ArrayList<String>();
        var counted = answeredBy((method, values) -> {
            asked.add(method.getName());
            return method.invoke(store, values);
        });
        var newcomers = Stream.generate(() -> new PlaceId(UUID.randomUUID()))
                .limit(20)
                .collect(Collectors.toMap(id -> id, id -> "members"));

        new Line(counted, SHOP, TERMS, Lanes.NONE).joinLanes(newcomers, NOW);

        assertThat(asked).endsWith("look", "enter").containsOnlyOnce("look");
    }

    @Test
    void givenManyCallsInBetween_whenTurnsAreGrantedByHand_thenTheyAreGranted() {
        var moves = new AtomicInteger();
        var busy = refusing(method -> method.equals("move") && moves.incrementAndGet() <= 50);

        new Line(busy, SHOP, TERMS, Lanes.NONE).letIn(3, NOW);

        assertThat(new Line(store, SHOP, TERMS, Lanes.NONE).snapshot(NOW).letIn())
                .isEqualTo(3);
    }

    @Test
    void givenThousandsWhoKeepTheirPlaces_whenTheLineIsSwept_thenThoseBehindWhomNobodyLooksForEndAllTheSame() {
        var line = new Line(store, SHOP, TERMS, Lanes.NONE);
        var keepers = Stream.generate(() -> line.join(new PlaceId(UUID.randomUUID()), NOW))
                .limit(5_000)
                .toList();
        var forsaken = line.join(new PlaceId(UUID.randomUUID()), NOW).place();
        var later = NOW.plus(TERMS.waitingTtl());
        keepers.forEach(keeper -> line.apply(keeper.place().id(), Act.LOOK, later.minusMillis(1)));

        line.sweep(later);

        assertThat(line.find(forsaken.id(), later).map(Place::stage)).contains(Stage.EXPIRED);
        assertThat(line.snapshot(later).waiting()).isEqualTo(keepers.size());
    }

    @Test
    void givenMoreForsakenPlacesThanOneCallEnds_whenTwoNodesCallOnWhatBothSaw_thenTheFirstLeavesTheOtherToGoOn() {
        var line = new Line(store, SHOP, TERMS, Lanes.NONE);
        for (int i = 0; i < 4_050; i++) {
            line.join(new PlaceId(UUID.randomUUID()), NOW);
        }
        var later = NOW.plus(TERMS.waitingTtl());
        var behind = line.join(new PlaceId(UUID.randomUUID()), later).place();
        var seen = line.snapshot(later);

        var first = line.serve(seen, new Advance(1, 0, later), true, later);
        var second = line.serve(seen, new Advance(1, 0, later), true, later);

        assertThat(first).as("50 are left, and nobody behind them is called").isEmpty();
        assertThat(second)
                .hasValueSatisfying(
                        called -> assertThat(called).extracting(Place::id).containsExactly(behind.id()));
        assertThat(line.snapshot(later).version()).isEqualTo(seen.version() + 1);
    }

    @Test
    void givenACallInParts_whenAnotherNodeIsQuickerThanTheLastPart_thenThoseBeforeAreAnsweredAndTheirTurnsUsed() {
        var line = new Line(store, SHOP, TERMS, Lanes.NONE);
        var turns = 2 * store.most() + 1;
        for (int i = 0; i < turns; i++) {
            line.join(new PlaceId(UUID.randomUUID()), NOW);
        }
        line.letIn(turns, NOW);
        var seen = line.snapshot(NOW);
        var moves = new AtomicInteger();
        var cut = refusing(method -> method.equals("move") && moves.incrementAndGet() > 2);

        var called = new Line(cut, SHOP, TERMS, Lanes.NONE).serve(seen, new Advance(turns, turns, NOW), true, NOW);

        assertThat(called).hasValueSatisfying(places -> assertThat(places).hasSize(turns - 1));
        assertThat(line.snapshot(NOW).letIn()).isEqualTo(1);
    }

    @Test
    void givenTurnsByHand_whenTwoNodesTakeBackWhatBothSaw_thenOneDoes() {
        var line = new Line(store, SHOP, TERMS, Lanes.NONE);
        line.letIn(3, NOW);
        var seen = line.snapshot(NOW);

        assertThat(line.takeBack(seen)).isTrue();
        assertThat(line.takeBack(seen)).isFalse();

        assertThat(line.snapshot(NOW).letIn()).isZero();
    }

    @Test
    void givenAsManyTurnsByHandAsThereMayBe_whenOneMoreIsGranted_thenItIsRefused() {
        var line = new Line(store, SHOP, TERMS, Lanes.NONE);
        line.letIn(Line.MOST_BY_HAND, NOW);

        assertThatIllegalArgumentException().isThrownBy(() -> line.letIn(1, NOW));

        assertThat(line.snapshot(NOW).letIn()).isEqualTo(Line.MOST_BY_HAND);
    }

    @Test
    void givenADrawBehindOthersInLine_whenMoreThanThoseAreCalled_thenTheRestIsCalledInTheOrderOfTheDraw() {
        var line = new Line(store, SHOP, TERMS, Lanes.NONE);
        for (int i = 0; i < 6; i++) {
            line.join(new PlaceId(UUID.randomUUID()), NOW);
        }
        var seed = new Seed("5e".repeat(32));
        var draw = LobbyDraw.opened(new Draw("shop", "20261127t0900z-1", "drand round 123456"), seed, 2)
                .frozen(4, "ab".repeat(32), RankedBehind.NOBODY)
                .drawn("24.036,11", seed);
        assertThat(line.draw(line.snapshot(NOW), draw)).isTrue();

        var called = line.serve(line.snapshot(NOW), new Advance(4, 0, NOW), true, NOW);

        var order = draw.order();
        assertThat(called)
                .hasValueSatisfying(places ->
                        assertThat(places).extracting(Place::number).containsExactly(1L, 2L, order.at(3), order.at(4)));
        assertThat(order.at(3) == 3 && order.at(4) == 4).isFalse();
    }

    /** A store of which some questions, as somebody says, find that somebody else has been quicker. */
    private RoomStore refusing(Predicate<String> questions) {
        return answeredBy((method, values) -> questions.test(method.getName()) ? false : method.invoke(store, values));
    }
}
