package io.gatehouse.inlet;

import static io.gatehouse.inlet.Turnstiles.both;
import static io.gatehouse.inlet.Turnstiles.byHand;
import static io.gatehouse.inlet.Turnstiles.capacity;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.Line;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoomInletTest {

    @Test
    void givenACapacity_whenACrowdJoins_thenSoManyAreCalledAndNoMore() {
        var shop = new Turnstiles(capacity(3));

        var stages = joins(shop, 5).stream().map(Place::stage).toList();

        assertThat(stages).containsExactly(Stage.TURN, Stage.TURN, Stage.TURN, Stage.WAITING, Stage.WAITING);
        assertThat(shop.ticks(5)).containsOnly(0L);
        assertThat(why(shop)).isEqualTo(Why.CAPACITY);
    }

    @Test
    void givenAFullRoom_whenAVisitEnds_thenTheSlotIsHandedOnWithinOneTick() {
        var shop = new Turnstiles(capacity(2));
        var first = joins(shop, 4).get(0);
        shop.room.apply(first.id(), Act.CLAIM);
        assertThat(shop.tick()).isZero();

        shop.room.apply(first.id(), Act.COMPLETE);

        assertThat(shop.tick()).isEqualTo(1);
    }

    @Test
    void givenTurnsThatNobodyClaims_whenTheirWindowEnds_thenTheSlotsAreHandedOn() {
        var shop = new Turnstiles(capacity(2));
        joins(shop, 6);

        assertThat(shop.tick(Duration.ofMinutes(10))).isEqualTo(2);
        assertThat(shop.room.snapshot().slots()).isEqualTo(2);
    }

    @Test
    void givenACapacityOfNothing_whenTicked_thenNobodyIsCalled() {
        var shop = new Turnstiles(capacity(0)).joinedBy(3);
        shop.room.letIn(2);

        assertThat(shop.ticks(3)).containsOnly(0L);
    }

    @Test
    void givenACapacityLoweredBelowWhatIsInside_whenTicked_thenNobodyIsCalledUntilThereIsRoom() {
        var shop = new Turnstiles(capacity(5)).joinedBy(10);

        shop.room.change(Optional.empty(), Optional.of(capacity(2)));

        assertThat(shop.ticks(3)).containsOnly(0L);
        assertThat(shop.tick(Duration.ofMinutes(10))).isEqualTo(2);
    }

    @Test
    void givenRateAndCapacity_whenTicked_thenTheStricterHolds() {
        var shop = new Turnstiles(both("2/1s", 5));
        shop.joinedBy(20);
        var before = shop.serving();

        var called = shop.ticks(6);

        assertThat(before).isLessThanOrEqualTo(2);
        assertThat(called).allSatisfy(turns -> assertThat(turns).isLessThanOrEqualTo(2));
        assertThat(shop.serving()).isEqualTo(5);
    }

    @Test
    void givenARoomByHand_whenVisitorsAreLetIn_thenSoManyAreCalledAtOnce() {
        var shop = new Turnstiles(byHand()).joinedBy(10);
        assertThat(shop.ticks(3)).containsOnly(0L);
        assertThat(why(shop)).isEqualTo(Why.BY_HAND);

        shop.room.letIn(4);

        assertThat(shop.serving()).isEqualTo(4);
        assertThat(shop.ticks(3)).containsOnly(0L);
    }

    @Test
    void givenMoreAreLetInThanWait_whenOthersJoin_thenTheyPassThrough() {
        var shop = new Turnstiles(byHand()).joinedBy(1);
        shop.room.letIn(3);

        var stages = joins(shop, 3).stream().map(Place::stage).toList();

        assertThat(stages).containsExactly(Stage.TURN, Stage.TURN, Stage.WAITING);
    }

    @Test
    void givenTurnsLetInWithARate_whenTicked_thenTheyComeOnTop() {
        var shop = new Turnstiles(Turnstiles.rate("60/1m")).joinedBy(50);
        shop.ticks(3);
        var before = shop.serving();

        shop.room.letIn(10);

        assertThat(shop.serving() - before).isEqualTo(10);
        assertThat(shop.tick()).isEqualTo(1);
    }

    @Test
    void givenALimitThatIsNotKnownYet_whenVisitorsAreLetIn_thenTheyAloneAreCalledAndWithinTheCapacity() {
        var shop = new Turnstiles(both("60/1m", 8));
        shop.limits.awaits(shop.room.id());
        shop.joinedBy(20);
        assertThat(shop.ticks(3)).containsOnly(0L);
        assertThat(why(shop)).isEqualTo(Why.TUNED);

        shop.room.letIn(5);
        assertThat(shop.serving()).isEqualTo(5);
        assertThat(shop.ticks(3)).containsOnly(0L);

        shop.room.letIn(5);
        assertThat(shop.serving()).isEqualTo(8);
    }

    @Test
    void givenATunedRateAndManyNoShows_whenTicked_thenTheConfiguredRateIsNotExceeded() {
        var shop = new Turnstiles(Turnstiles.rate("120/1m")).joinedBy(400);
        shop.limits.put(shop.room.id(), new TunedLimit(TunedLimit.Steers.RATE, 1.5));
        var even = shop.tick(Duration.ofSeconds(2));
        shop.ticks(60);
        shop.tick(Duration.ofMinutes(10)); // Nearly all turns lapse, so the correction is at its most.
        var before = shop.serving();
        shop.ticks(20);

        assertThat(even).isBetween(1L, 3L);
        assertThat(shop.room.snapshot().showUp().share().orElse(1)).isLessThan(0.6);
        assertThat(shop.serving() - before).isEqualTo(40);
    }

    @Test
    void givenMoreIsLetInThanTheCapacityHolds_whenTicked_thenTheCapacityHolds() {
        var shop = new Turnstiles(both("1/1h", 3)).joinedBy(10);

        shop.room.letIn(100);

        assertThat(shop.room.snapshot().slots()).isEqualTo(3);
    }

    @Test
    void givenAsManyAsCanBeAreLetIn_whenTicked_thenNothingOverflows() {
        var shop = new Turnstiles(both("10000000/1ms", 3)).joinedBy(10);

        shop.room.letIn(Line.MOST_BY_HAND);

        assertThat(shop.tick()).isZero();
        assertThat(shop.room.snapshot().slots()).isEqualTo(3);
    }

    @Test
    void givenAPausedRoom_whenTicked_thenNobodyIsCalledAndPlacesAreKept() {
        var shop = new Turnstiles(capacity(5).paused(true)).joinedBy(3);
        shop.room.letIn(3);

        assertThat(shop.ticks(3)).containsOnly(0L);

        assertThat(why(shop)).isEqualTo(Why.PAUSED);
        assertThat(shop.room.snapshot().waiting()).isEqualTo(3);
        shop.room.change(Optional.empty(), Optional.of(capacity(5)));
        assertThat(shop.tick()).isEqualTo(3);
    }

    private static Why why(Turnstiles shop) {
        return shop.turnstile
                .allowance(shop.room.configuration(), shop.room.snapshot())
                .why();
    }

    private static List<Place> joins(Turnstiles shop, int many) {
        return IntStream.range(0, many).mapToObj(i -> shop.join()).toList();
    }
}
