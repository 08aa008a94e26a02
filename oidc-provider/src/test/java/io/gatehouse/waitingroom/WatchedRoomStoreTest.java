package io.gatehouse.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Seed;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.inlet.Turnstiles;
import io.gatehouse.room.Act;
import io.gatehouse.room.Lines;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.Stage;
import io.gatehouse.testing.MutableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two nodes on one store, of which each hears of the visits whose end it has written. */
class WatchedRoomStoreTest {

    private static final Duration VISIT = Duration.ofHours(1);

    private final MutableClock clock = MutableClock.standing();
    private final RoomStore store = new LinesInMemory();
    private final Node one = new Node();
    private final Node two = new Node();

    @Test
    void givenTwoNodes_whenAVisitRunsOut_thenOneOfThemHearsOfItOnce() {
        var visit = inside(one);
        clock.advance(VISIT.minusMillis(1));
        both();
        assertThat(told()).isEmpty();

        clock.advance(Duration.ofMillis(1));
        both();
        both();

        assertThat(told()).containsExactly(visit.id());
    }

    @Test
    void givenNoNodeAtTheMomentOfTheEnd_whenOneComesBack_thenItHearsOfIt() {
        var visit = inside(one);
        clock.advance(VISIT.plusMinutes(3));

        two.room.snapshot();

        assertThat(two.told).containsExactly(visit.id());
    }

    @Test
    void givenAVisitThatWasLoggedOutOrNeverBegan_whenItsTimeIsOver_thenNoNodeHearsOfIt() {
        var loggedOut = inside(one);
        one.room.apply(loggedOut.id(), Act.COMPLETE);
        one.enters();

        clock.advance(VISIT);
        both();

        assertThat(told()).isEmpty();
        assertThat(one.room.snapshot().slots()).isZero();
    }

    private static Place inside(Node node) {
        return node.room.apply(node.enters().id(), Act.ARRIVE).orElseThrow();
    }

    private void both() {
        Stream.of(one, two).forEach(node -> node.room.snapshot());
    }

    private List<PlaceId> told() {
        return Stream.of(one, two).flatMap(node -> node.told.stream()).toList();
    }

    private final class Node implements VisitWatcher {

        private final List<PlaceId> told = new ArrayList<>();
        private final Turnstile turnstile = new Turnstile(
                clock,
                System::nanoTime,
                Turnstiles.TICK,
                draw -> new Seed("5eed".repeat(16)),
                (room, why) -> {},
                new TunedLimits());
        private final WaitingRoom room = new WaitingRooms(
                        new Rooms(List.of(new Room(
                                new RoomId("shop"),
                                "Shop",
                                Turnstiles.capacity(10),
                                Lines.terms(Duration.ofMinutes(10), VISIT),
                                Optional.empty()))),
                        new WatchedRoomStore(store, this),
                        turnstile,
                        this,
                        clock)
                .get("shop");

        private Place enters() {
            var turn = room.join(new PlaceId(UUID.randomUUID()));
            var place = room.apply(turn.id(), Act.CLAIM).orElseThrow();
            assertThat(place.stage()).isEqualTo(Stage.ADMITTED);
            return place;
        }

        @Override
        public void ended(RoomId ofRoom, Place place) {}

        @Override
        public void ranOut(RoomId ofRoom, List<Place> places) {
            places.forEach(place -> told.add(place.id()));
        }
    }
}
