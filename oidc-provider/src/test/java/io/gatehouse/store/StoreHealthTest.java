package io.gatehouse.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Lines;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Rooms;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** Two rooms, one of which may be in trouble alone. */
class StoreHealthTest {

    private final Room shop = room("shop");
    private final Room club = room("club");
    private final MutableClock clock = MutableClock.standing();
    private final MutableScheduler scheduler = new MutableScheduler();
    private final Lines lines = new Lines(new LinesInMemory());
    private final StoreHealth health = new StoreHealth(scheduler);

    @Test
    void givenARoomThatHasNotBeenTriedYet_whenAsked_thenTheNodeIsNotReady() {
        saw(shop);

        assertThat(isReady()).isFalse();
    }

    @Test
    void givenOneRoomThatCannotBeSeen_whenAsked_thenTheNodeIsReadyForTheOther() {
        saw(shop);
        health.lostSight(club);

        assertThat(isReady()).isTrue();
    }

    @Test
    void givenNoRoomThatCanBeSeen_whenAsked_thenTheNodeIsNotReadyUntilOneCan() {
        saw(club);
        health.lostSight(shop);
        health.lostSight(club);
        assertThat(isReady()).isFalse();

        saw(club);

        assertThat(isReady()).isTrue();
    }

    @Test
    void givenOneRoomWhoseChangesAreRefused_whenAsked_thenTheNodeIsReadyForTheOther() {
        saw(shop);
        saw(club);

        refused(shop);

        assertThat(isReady()).isTrue();
    }

    @Test
    void givenEveryRoomsChangesRefused_whenOneIsMadeAgain_thenTheNodeIsReadyAgain() {
        saw(shop);
        saw(club);
        refused(shop);
        refused(club);
        assertThat(isReady()).isFalse();

        health.listener(club.id()).answered();

        assertThat(isReady()).isTrue();
    }

    @Test
    void givenEveryRoomsChangesRefused_whenTenSecondsHavePassed_thenTheNodeIsReadyAgain() {
        saw(shop);
        saw(club);
        refused(shop);
        refused(club);
        scheduler.advance(Duration.ofSeconds(9));
        assertThat(isReady()).isFalse();

        scheduler.advance(Duration.ofSeconds(1));

        assertThat(isReady()).isTrue();
    }

    @Test
    void givenOneRoomRefusedAndTheOtherUnseen_whenAsked_thenTheNodeIsNotReady() {
        saw(shop);
        health.lostSight(club);

        refused(shop);

        assertThat(isReady()).isFalse();
    }

    private void saw(Room room) {
        health.saw(room, lines.snapshot(room.id(), clock.instant()), clock.instant());
    }

    /** As visitors of this room are, when its part of the store can only be read. */
    private void refused(Room room) {
        IntStream.range(0, 3).forEach(time -> health.listener(room.id()).refused());
    }

    private boolean isReady() {
        return health.of(new Rooms(List.of(shop, club))).getStatus().equals(Status.UP);
    }

    private static Room room(String name) {
        var settings = new RoomSettings(Optional.empty(), OptionalLong.empty(), false);
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        return new Room(new RoomId(name), name, settings, terms, Optional.empty());
    }
}
