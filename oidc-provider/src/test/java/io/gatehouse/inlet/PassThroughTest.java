package io.gatehouse.inlet;

import static io.gatehouse.inlet.Turnstiles.capacity;
import static io.gatehouse.inlet.Turnstiles.rate;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.testing.Crowd;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who need not wait is called on arrival, however many come side by side; and nobody else is. */
class PassThroughTest {

    /** Whatever the store is asked goes by here first. */
    private Runnable before = () -> {};

    private final RoomStore kept = new LinesInMemory();

    private final List<String> asked = new CopyOnWriteArrayList<>();

    static Stream<RoomSettings> bounded() {
        return Stream.of(capacity(10), rate("10/1s"), Turnstiles.both("20/1s", 10));
    }

    @ParameterizedTest
    @MethodSource("bounded")
    void givenTenTurnsToSpare_whenMoreComeSideBySide_thenTheFirstTenPassAndNobodyElse(RoomSettings settings)
            throws Exception {
        for (var round = 0; round < 20; round++) {
            var shop = new Turnstiles(settings);
            shop.turnstile.tick(shop.room.line());

            var places = Crowd.of(32, shop::join);

            var called = places.stream()
                    .filter(place -> shop.room.find(place.id()).orElseThrow().stage() == Stage.TURN);
            assertThat(called.map(Place::number))
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.rangeClosed(1, 10).boxed().toList());
            assertThat(places).filteredOn(place -> place.stage() == Stage.TURN).hasSize(10);
        }
    }

    @Test
    void givenARateThatIsUsedUp_whenItHasTimeAgainForSome_thenWhoeverComesNowStandsBehindThoseWhoWait() {
        var shop = new Turnstiles(rate("10/1s")).joinedBy(11);
        shop.clock.advance(Duration.ofMillis(500));

        var newcomer = shop.join();

        assertThat(newcomer.stage()).isEqualTo(Stage.WAITING);
        assertThat(shop.tick(Duration.ZERO)).isEqualTo(2);
    }

    @Test
    void givenSomebodyHasToWait_whenOthersJoin_thenEachAsksTheStoreOnce() {
        var shop = new Turnstiles(capacity(1), store()).joinedBy(2);
        asked.clear();

        shop.joinedBy(3);

        assertThat(asked).containsExactly("join", "join", "join");
    }

    @Test
    void givenAnotherNodeMovesTheLine_whenAVisitorJoins_thenTheyAreCalledAllTheSame() {
        var shop = new Turnstiles(capacity(10), store());
        var moves = new ArrayList<>(List.of(1, 2, 3));
        before = () -> {
            if (asked.get(asked.size() - 1).equals("move") && !moves.isEmpty()) {
                moves.remove(0);
                shop.room.change(shop.room.snapshot().changed(), Optional.of(capacity(10 + moves.size())));
            }
        };

        assertThat(shop.join().stage()).isEqualTo(Stage.TURN);
    }

    @Test
    void givenAVisitorWhomAnotherNodeCalls_whenOthersGoOnJoining_thenOneLookTells() {
        var shop = new Turnstiles(capacity(10), store());
        var node = new Turnstiles(capacity(10), kept);
        before = () -> {
            if (asked.get(asked.size() - 1).equals("look")) {
                node.turnstile.tick(node.room.line());
                kept.join(shop.room.id(), new PlaceId(UUID.randomUUID()), shop.clock.instant());
            }
        };

        var place = shop.join();

        assertThat(place.stage()).isEqualTo(Stage.TURN);
        assertThat(asked).containsOnlyOnce("look");
    }

    @Test
    void givenAStoreThatIsAwayAfterTheJoin_whenAVisitorJoins_thenTheyWaitAndTheNextTickCallsThem() {
        var shop = new Turnstiles(capacity(10), store());
        before = () -> {
            if (asked.get(asked.size() - 1).equals("look")) {
                throw new StoreUnavailableException("away", null);
            }
        };

        var place = shop.join();

        assertThat(place.stage()).isEqualTo(Stage.WAITING);
        before = () -> {};
        assertThat(shop.tick()).isEqualTo(1);
    }

    private RoomStore store() {
        var proxy = Proxy.newProxyInstance(
                RoomStore.class.getClassLoader(), new Class<?>[] {RoomStore.class}, (self, method, values) -> {
                    asked.add(method.getName());
                    before.run();
                    return method.invoke(kept, values);
                });
        return RoomStore.class.cast(proxy);
    }
}
