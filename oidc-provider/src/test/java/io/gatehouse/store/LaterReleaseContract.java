package io.gatehouse.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Lines;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every store promises that nodes of several releases may share. */
public interface LaterReleaseContract {

    /** The store under test. */
    RoomStore store();

    /** Keeps this text as a room's settings, as a later release would. */
    void keep(RoomId room, String settings);

    /** What is kept as a room's settings. */
    String kept(RoomId room);

    /** Adds to what is kept of a place what a later release might: a flag, and a field. */
    void addToPlace(RoomId room, PlaceId place);

    @Test
    default void givenPlacesWithMoreFields_whenThisReleaseCallsAndAdmitsAndEndsThem_thenItPassesOverThese() {
        var now = Instant.parse("2026-11-21T20:00:00Z");
        var room = new RoomId("later-" + UUID.randomUUID());
        var place = new PlaceId(UUID.randomUUID());
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        var lines = new Lines(store());
        lines.join(room, place, now);

        addToPlace(room, place);
        assertThat(lines.serve(room, lines.snapshot(room, now), new Advance(1, 0, now), terms, now))
                .isTrue();
        addToPlace(room, place);
        assertThat(lines.apply(room, place, Act.CLAIM, terms, now))
                .map(Place::stage)
                .contains(Stage.ADMITTED);
        addToPlace(room, place);
        var later = now.plus(Duration.ofHours(2));
        assertThat(lines.snapshot(room, later).slots()).isZero();
        assertThat(lines.find(room, place, later)).map(Place::stage).contains(Stage.ABANDONED);
    }

    @Test
    default void givenSettingsOfALaterRelease_whenThisOneGoesOn_thenItShowsTheLineAndWritesNothingInTheirPlace() {
        var now = Instant.parse("2026-11-21T20:00:00Z");
        var room = new RoomId("later-" + UUID.randomUUID());
        var lines = new Lines(store());
        lines.join(room, new PlaceId(UUID.randomUUID()), now);
        lines.letIn(room, 1, now);
        var later = "{\"paused\":false,\"mode\":\"queueing\",\"schedule\":[],\"later\":[1]}";
        keep(room, later);

        var seen = lines.snapshot(room, now);

        assertThat(seen.waiting()).isEqualTo(1);
        assertThat(seen.hasVersion()).isFalse();
        assertThat(lines.serve(
                        room,
                        seen,
                        new Advance(1, 0, now),
                        Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1)),
                        now))
                .isFalse();
        assertThatThrownBy(() -> lines.change(room, seen.changed(), Optional.empty(), now))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("a later release");
        assertThatThrownBy(() -> lines.letIn(room, 1, now)).isInstanceOf(StoreUnavailableException.class);
        lines.join(room, new PlaceId(UUID.randomUUID()), now);
        lines.open(room, NextOpening.following(1), now);
        assertThat(kept(room)).isEqualTo(later);
    }
}
