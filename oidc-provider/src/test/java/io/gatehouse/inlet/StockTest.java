package io.gatehouse.inlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Stage;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.stock.Ending;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** As many as there are to sell. */
class StockTest {

    @Test
    void givenAStock_whenWhatIsHeldComesBack_thenTheNextIsCalledAndOnceItIsConsumedNobodyIs() {
        var shop = new Turnstiles(selling(2));
        var places = joins(shop, 6);
        assertThat(stages(shop, places)).filteredOn(Stage.TURN::equals).hasSize(2);
        assertThat(why(shop)).isEqualTo(Why.STOCK);

        shop.room.apply(places.get(0).id(), Act.LEAVE);
        assertThat(shop.tick()).as("a turn was left").isEqualTo(1);
        ends(shop, places.get(1), Act.ABANDON);
        assertThat(shop.tick()).as("a visit was given up").isEqualTo(1);
        assertThat(shop.tick(Duration.ofMinutes(10))).as("two turns went by").isEqualTo(2);
        ends(shop, places.get(4), Act.COMPLETE);
        assertThat(shop.tick()).isZero();
        assertThat(why(shop)).isEqualTo(Why.STOCK);
        ends(shop, places.get(5), Act.COMPLETE);

        shop.joinedBy(3);
        assertThat(shop.ticks(3)).containsOnly(0L);
        assertThat(why(shop)).isEqualTo(Why.SOLD_OUT);
    }

    @Test
    void givenASoldOutRoom_whenTheStockIsRaised_thenThoseInLineAreCalledAtTheirPositions() {
        var shop = new Turnstiles(selling(1));
        var places = joins(shop, 4);
        ends(shop, places.get(0), Act.COMPLETE);
        assertThat(shop.tick()).isZero();

        sells(shop, new Stock(3, Stock.USUALLY));

        assertThat(shop.tick()).isEqualTo(2);
        assertThat(stages(shop, places)).containsExactly(Stage.COMPLETED, Stage.TURN, Stage.TURN, Stage.WAITING);
    }

    @Test
    void
            givenAStockThatIsLoweredBelowWhatIsHeld_whenVisitsEnd_thenNobodyIsTurnedOutAndNobodyCalledBeforeEnoughIsBack() {
        var shop = new Turnstiles(selling(4));
        var places = joins(shop, 8);
        places.subList(0, 4).forEach(place -> shop.room.apply(place.id(), Act.CLAIM));

        sells(shop, new Stock(2, Stock.USUALLY));

        assertThat(shop.tick()).isZero();
        assertThat(shop.room.snapshot().admitted()).isEqualTo(4);
        shop.room.apply(places.get(0).id(), Act.ABANDON);
        shop.room.apply(places.get(1).id(), Act.ABANDON);
        assertThat(shop.tick()).isZero();
        shop.room.apply(places.get(2).id(), Act.ABANDON);
        assertThat(shop.tick()).isEqualTo(1);
    }

    @Test
    void givenEndingsThatComeBack_whenAnOperatorSaysThatTheyConsume_thenThoseOfBeforeCountAsWell() {
        var shop = new Turnstiles(selling(2));
        var places = joins(shop, 5);
        ends(shop, places.get(0), Act.EXPIRE);
        ends(shop, places.get(1), Act.EXPIRE);

        sells(shop, new Stock(2, Set.of(Ending.COMPLETED, Ending.EXPIRED)));

        assertThat(shop.tick()).isZero();
        assertThat(why(shop)).isEqualTo(Why.SOLD_OUT);
    }

    @Test
    void givenAStock_whenEverybodyPassesThroughOrIsLetInByHand_thenItHoldsAllTheSame() {
        var passing = new Turnstiles(selling(2).open(Mode.PASS_THROUGH, Schedule.NONE)).joinedBy(5);
        var byHand =
                new Turnstiles(Turnstiles.byHand().admitting(Optional.of(new Stock(2, Stock.USUALLY)))).joinedBy(5);

        byHand.room.letIn(4);

        assertThat(passing.room.snapshot().turns()).isEqualTo(2);
        assertThat(byHand.room.snapshot().turns()).isEqualTo(2);
    }

    @Test
    void givenAStock_whenVisitorsNeedNotWait_thenTheyAreCalledWhileSomeAreLeft() {
        var shop = new Turnstiles(selling(3));
        shop.room.change(settings -> settings.paused(true));
        var places = joins(shop, 6);
        shop.room.change(settings -> settings.paused(false).at(Optional.empty(), OptionalLong.of(0)));

        var stages = places.subList(2, 6).stream()
                .map(place -> shop.room.exempt(place).stage())
                .toList();

        assertThat(stages).containsExactly(Stage.TURN, Stage.TURN, Stage.TURN, Stage.WAITING);
    }

    @Test
    void givenVisitsThatEndAtRandom_whenTheRoomIsLookedAt_thenNeverMoreAreHeldAndConsumedThanThereAre() {
        var seed = new Random().nextLong();
        var random = new Random(seed);
        var stock = new Stock(40, Set.of(Ending.COMPLETED, Ending.EXPIRED));
        var shop = new Turnstiles(Turnstiles.both("60/1m", 9).admitting(Optional.of(stock)));
        var places = new ArrayList<PlaceId>();
        var acts = List.of(Act.values());
        for (var step = 0; step < 3_000; step++) {
            if (places.size() < 200) {
                places.add(shop.join().id());
            }
            shop.room.apply(places.get(random.nextInt(places.size())), acts.get(random.nextInt(acts.size())));
            shop.tick(Duration.ofSeconds(random.nextInt(120)));

            var seen = shop.room.snapshot();
            assertThat(seen.slots() + stock.consumed(seen.endings()))
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(40);
        }
    }

    private static RoomSettings selling(long most) {
        return Turnstiles.capacity(100).admitting(Optional.of(new Stock(most, Stock.USUALLY)));
    }

    private static void sells(Turnstiles shop, Stock stock) {
        shop.room.change(settings -> settings.admitting(Optional.of(stock)));
    }

    private static List<Place> joins(Turnstiles shop, int many) {
        var places = new ArrayList<Place>();
        for (var come = 0; come < many; come++) {
            places.add(shop.room.join(new PlaceId(UUID.randomUUID())));
        }
        return places;
    }

    private static void ends(Turnstiles shop, Place place, Act how) {
        assertThat(shop.room.apply(place.id(), Act.CLAIM).map(Place::stage)).contains(Stage.ADMITTED);
        shop.room.apply(place.id(), how);
    }

    private static List<Stage> stages(Turnstiles shop, List<Place> places) {
        return places.stream()
                .map(place -> shop.room.find(place.id()).orElseThrow().stage())
                .toList();
    }

    private static Why why(Turnstiles shop) {
        return shop.turnstile
                .allowance(shop.room.configuration(), shop.room.snapshot())
                .why();
    }
}
