package io.gatehouse.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.LineInvariants;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes of two releases on one table, as in the middle of an upgrade. */
class MixedVersionsTest {

    private static final Terms TERMS = new Terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");

    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final Table table = LocalTable.fresh();
    private final RoomStore store = LocalTable.rooms(table);

    @AfterEach
    void lineIsStillALine() {
        LineInvariants.hold(store, room, NOW);
    }

    @Test
    void givenItemsOfALaterVersion_whenAllOfThemAreWrittenAnew_thenWhatWeDoNotKnowIsStillThere() {
        var place = join();
        var other = join();
        serve(2);
        claim(other);
        var keys = LocalTable.items(table).keySet();
        LocalTable.items(table).values().forEach(item -> table.put(item.with("colour", "red")));

        claim(place);
        store.apply(room, other.id(), Act.COMPLETE, TERMS, NOW);
        join();
        serve(1);
        store.letIn(room, 1, NOW);
        var settings = new RoomSettings(Optional.empty(), OptionalLong.of(7), false);
        store.change(room, Optional.empty(), Optional.of(settings), NOW);
        store.open(room, NextOpening.following(1), NOW);
        store.join(room, place.id(), NOW);
        serve(1);
        claim(place);

        assertThat(LocalTable.items(table)).containsKeys(keys.toArray(String[]::new));
        assertThat(LocalTable.items(table).values())
                .filteredOn(item -> keys.contains(item.key()))
                .allMatch(item -> item.has("colour"));
        assertThat(find(place).opening()).isEqualTo(2);
        assertThat(find(place).stage()).isEqualTo(Stage.ADMITTED);
    }

    @Test
    void givenItemsOfAnEarlierVersion_whenTheyLackWhatCameLater_thenTheVisitGoesOn() {
        var place = join();
        var waiting = join();
        serve(1);
        claim(place);
        LocalTable.items(table)
                .values()
                .forEach(item -> table.put(item.without(
                        "letIn",
                        "pacedUntil",
                        "passed",
                        "returned",
                        "changed",
                        "paused",
                        "extended",
                        "provenAt",
                        "arrived")));

        var found = find(place);
        serve(1);
        store.letIn(room, 1, NOW);
        store.apply(room, place.id(), Act.COMPLETE, TERMS, NOW);

        assertThat(found.admission().orElseThrow().admittedAt()).isEqualTo(NOW);
        assertThat(find(place).stage()).isEqualTo(Stage.COMPLETED);
        assertThat(find(waiting).stage()).isEqualTo(Stage.TURN);
        assertThat(store.snapshot(room, NOW).slots()).isEqualTo(1);
        assertThat(store.snapshot(room, NOW).letIn()).isEqualTo(1);
    }

    private Place join() {
        return store.join(room, new PlaceId(UUID.randomUUID()), NOW).place();
    }

    private void serve(int turns) {
        assertThat(store.serve(room, store.snapshot(room, NOW), new Advance(turns, 0, NOW), TERMS, NOW))
                .isTrue();
    }

    private void claim(Place place) {
        store.apply(room, place.id(), Act.CLAIM, TERMS, NOW);
    }

    private Place find(Place place) {
        return store.find(room, place.id(), NOW).orElseThrow();
    }
}
