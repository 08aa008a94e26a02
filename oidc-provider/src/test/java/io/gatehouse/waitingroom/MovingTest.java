package io.gatehouse.waitingroom;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Seed;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.Act;
import io.gatehouse.room.Line;
import io.gatehouse.room.Lines;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Stage;
import io.gatehouse.testing.MutableClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What each of two browsers has once a place has been carried from the one to the other. */
class MovingTest {

    private final MutableClock clock = MutableClock.standing();
    private final Turnstile turnstile = new Turnstile(
            clock,
            System::nanoTime,
            Duration.ofSeconds(1),
            draw -> new Seed("5eed".repeat(16)),
            (room, why) -> {},
            new TunedLimits());
    private final WaitingRoom room =
            new WaitingRooms(List.of(configured()), new LinesInMemory(), turnstile, clock).get("shop");

    private final PlaceId id = new PlaceId(UUID.randomUUID());
    private final Place place = room.join(id);
    private final PlaceProof before = PlaceProof.of(place);
    private final PlaceProof after =
            PlaceProof.of(room.move(before, "telephone").orElseThrow());

    @Test
    void givenAPlaceThatHasMoved_whenBothBrowsersLook_thenOneHoldsItAndForTheOtherItIsLeft() {
        assertThat(room.find(after).map(Place::stage)).contains(Stage.WAITING);
        assertThat(room.find(before).map(Place::stage)).contains(Stage.LEFT);
        assertThat(room.rejoin(after).number()).isEqualTo(place.number());
    }

    @Test
    void givenAPlaceThatHasMoved_whenTheBrowserOfBeforeComesAgainInTwoTabs_thenItTakesOneNewPlace() {
        var anew = room.rejoin(before);

        assertThat(anew.id()).isNotEqualTo(id);
        assertThat(anew.number()).isEqualTo(2);
        assertThat(room.rejoin(before)).isEqualTo(anew);
        assertThat(room.current(before)).isEqualTo(anew.id());
        assertThat(room.find(after).map(Place::number)).contains(1L);
    }

    /** Passes follow a browser from place to place: of two browsers they follow neither. */
    @Test
    void givenAPlaceThatHasMoved_whenBothBrowsersComeAgainAfterItHasEnded_thenEachHasANextPlaceOfItsOwn() {
        room.apply(after, Act.LEAVE);

        var ofBefore = room.rejoin(before);
        var ofAfter = room.rejoin(after);

        assertThat(List.of(ofBefore.id(), ofAfter.id(), id.successor())).doesNotHaveDuplicates();
        assertThat(List.of(ofBefore.number(), ofAfter.number())).containsExactly(2L, 3L);
    }

    /** It is kept for a quarter of an hour beside the one with the place. */
    @Test
    void givenAPlaceThatHasMoved_whenTheCookieFromBeforeThePlaceComes_thenItIsNotHadByThat() {
        assertThat(room.current(id)).isNotEqualTo(id);
        assertThat(room.join(id).number()).isEqualTo(2);
    }

    @Test
    void givenAPlaceThatHasMoved_whenANewOpeningBegins_thenTheTwoBrowsersShareNoPlaceInIt() {
        room.open(NextOpening.following(1));

        var ofBefore = room.rejoin(before);
        var ofAfter = room.rejoin(after);

        assertThat(ofAfter.number()).isNotEqualTo(ofBefore.number());
        assertThat(room.find(after)).as("its cookie is of the opening before").isEmpty();
        assertThat(room.find(PlaceProof.of(ofAfter))).contains(ofAfter);
    }

    @Test
    void givenAPlaceThatHasMovedAndIsForgotten_whenBothBrowsersComeAgain_thenTheyShareNoPlace() {
        room.apply(after, Act.LEAVE);
        clock.advance(Line.MEMORY.plusSeconds(1));

        assertThat(room.rejoin(after).number()).isNotEqualTo(room.rejoin(before).number());
    }

    @Test
    void givenAPlaceThatHasMoved_whenTheBrowserOfBeforeActs_thenThePlaceStaysAsItIs() {
        var held = room.find(after);

        room.apply(before, Act.LEAVE);

        assertThat(room.find(after)).isEqualTo(held);
        assertThat(room.move(before, "table")).isEmpty();
    }

    @Test
    void givenAPlaceThatHasMoved_whenItIsCarriedBack_thenTheFirstBrowserHasItAgain() {
        var back = PlaceProof.of(room.move(after, "computer").orElseThrow());

        assertThat(room.find(back).map(Place::stage)).contains(Stage.WAITING);
        assertThat(room.find(after).map(Place::stage)).contains(Stage.LEFT);
    }

    @Test
    void givenTwoBrowsersThatHandAPlaceToAndFro_whenTheyGoOn_thenItStaysWhereItIs() {
        var held = after;
        while (room.find(held).orElseThrow().isMovable()) {
            held = PlaceProof.of(room.move(held, "browser").orElseThrow());
        }

        assertThat(held.moves()).isEqualTo(20);
        assertThat(room.move(held, "another")).isEmpty();
        assertThat(room.find(held).map(Place::stage)).contains(Stage.WAITING);
    }

    private static Room configured() {
        var settings = new RoomSettings(Optional.empty(), OptionalLong.empty(), false);
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        return new Room(new RoomId("shop"), "Shop", settings, terms, Optional.empty());
    }
}
