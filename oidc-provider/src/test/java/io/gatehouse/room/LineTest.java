package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;

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
        var line = new Line(store, SHOP, TERMS);
        line.join(new PlaceId(UUID.randomUUID()), NOW);
        line.serve(line.snapshot(NOW), new Advance(1, 0, NOW), true, NOW);
        var later = NOW.plus(TERMS.claimWindow());
        var looks = new AtomicInteger();
        var counted = refusing(method -> method.equals("look") && looks.incrementAndGet() < 0);

        var seen = new Line(counted, SHOP, TERMS).snapshot(later);

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

        new Line(counted, SHOP, TERMS).joinLanes(newcomers, NOW);

        assertThat(asked).endsWith("look", "enter").containsOnlyOnce("look");
    }

    @Test
    void givenManyCallsInBetween_whenTurnsAreGrantedByHand_thenTheyAreGranted() {
        var moves = new AtomicInteger();
        var busy = refusing(method -> method.equals("move") && moves.incrementAndGet() <= 50);

        new Line(busy, SHOP, TERMS).letIn(3, NOW);

        assertThat(new Line(store, SHOP, TERMS).snapshot(NOW).letIn()).isEqualTo(3);
    }

    @Test
    void givenThousandsWhoKeepTheirPlaces_whenTheLineIsSwept_thenThoseBehindWhomNobodyLooksForEndAllTheSame() {
        var line = new Line(store, SHOP, TERMS);
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
        var line = new Line(store, SHOP, TERMS);
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

    /** A store of which some questions, as somebody says, find that somebody else has been quicker. */
    private RoomStore refusing(Predicate<String> questions) {
        return answeredBy((method, values) -> questions.test(method.getName()) ? false : method.invoke(store, values));
    }
}
