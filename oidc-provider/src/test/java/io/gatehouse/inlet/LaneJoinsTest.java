package io.gatehouse.inlet;

import static io.gatehouse.inlet.Turnstiles.capacity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Act;
import io.gatehouse.room.Line;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.testing.Crowd;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Places in lanes beside the default one, while other things happen to the room. */
class LaneJoinsTest {

    /** Whatever the store is asked goes by here first. */
    private Consumer<String> before = question -> {};

    private final RoomStore kept = new LinesInMemory();
    private final Turnstiles shop = new Turnstiles(capacity(1), store()).joinedBy(1);

    @Test
    void givenSomebodyInLine_whenTheStoreGivesThemNoPlaceInALane_thenTheyWaitWhereTheyDid() {
        var waiting = shop.join();
        before = question -> {
            if (question.equals("enter")) {
                throw new StoreUnavailableException("away", null);
            }
        };
        assertThatThrownBy(() -> shop.room.joinLane(waiting.id(), "members"))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(shop.room.find(waiting.id())).contains(waiting);

        before = question -> {};
        var member = shop.room.joinLane(waiting.id(), "members");

        assertThat(member.waitsInLane()).isTrue();
        assertThat(shop.room.find(waiting.id()).orElseThrow().stage()).isEqualTo(Stage.LEFT);
        assertThat(shop.room.snapshot().callable()).isEqualTo(1);
    }

    @Test
    void givenSomebodyInLine_whenTheyAreCalledWhileTheyJoinALane_thenTheyHaveTheirTurnAndNoOtherPlace() {
        var waiting = shop.join();
        var node = new Turnstiles(capacity(2), kept);
        var calls = new AtomicInteger();
        before = question -> {
            if (question.equals("enter") && calls.incrementAndGet() == 1) {
                node.tick();
            }
        };

        var place = shop.room.joinLane(waiting.id(), "members");

        assertThat(place.id()).isEqualTo(waiting.id());
        assertThat(place.stage()).isEqualTo(Stage.TURN);
        assertThat(shop.room.snapshot().turns()).isEqualTo(2);
        assertThat(shop.room.snapshot().callable()).isZero();
    }

    @Test
    void givenThoseWhoJoinALaneSteadily_whenATickCalls_thenSomebodyIsCalled() {
        var first = shop.room.at(Position.of(1)).orElseThrow();
        shop.join();
        shop.room.apply(first.id(), Act.LEAVE);
        var line = new Line(kept, shop.room.id(), shop.room.configuration().terms(), Lanes.NONE);
        var joins = new AtomicInteger();
        before = question -> {
            if (question.equals("move") && joins.incrementAndGet() <= 5) {
                line.joinLanes(Map.of(new PlaceId(UUID.randomUUID()), "members"), shop.clock.instant());
            }
        };

        shop.turnstile.tick(shop.room.line());

        assertThat(joins).hasValue(6);
        assertThat(shop.room.snapshot().turns()).isEqualTo(1);
    }

    @Test
    void givenALaneThatTheStoreHasLost_whenAllComeBackAtOnce_thenEachHasTheirPlaceAgain() throws Exception {
        var first = shop.room.joinLane(new PlaceId(UUID.randomUUID()), "members");
        var proofs = LongStream.rangeClosed(1, 30)
                .mapToObj(behind -> new PlaceProof(
                        new PlaceId(UUID.randomUUID()),
                        first.opening(),
                        new Position(first.lane(), first.number() + behind),
                        first.joinedAt(),
                        0))
                .toList();
        var next = new AtomicInteger();

        var back = Crowd.of(
                30, () -> shop.room.find(proofs.get(next.getAndIncrement())).orElseThrow());

        assertThat(back)
                .allMatch(Place::waitsInLane)
                .extracting(PlaceProof::of)
                .containsExactlyInAnyOrderElementsOf(proofs);
        assertThat(shop.room.snapshot().lanes().of(first.lane()).issued()).isEqualTo(31);
    }

    private RoomStore store() {
        var proxy = Proxy.newProxyInstance(
                RoomStore.class.getClassLoader(), new Class<?>[] {RoomStore.class}, (self, method, values) -> {
                    before.accept(method.getName());
                    return method.invoke(kept, values);
                });
        return RoomStore.class.cast(proxy);
    }
}
