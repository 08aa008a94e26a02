package io.gatehouse.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.room.Advance;
import io.gatehouse.room.Lines;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import io.gatehouse.room.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DynamoDbRoomStoreTest extends RoomStoreContract {

    private final RoomStore store = LocalTable.rooms(LocalTable.shared());

    @Override
    protected RoomStore store() {
        return store;
    }

    /** Each is two transactions. */
    @Override
    protected int crowd() {
        return 250;
    }

    @Test
    void givenSettingsOfALaterRelease_whenThisOneGoesOn_thenItShowsTheLineAndWritesNothingInTheirPlace() {
        var now = Instant.parse("2026-11-21T20:00:00Z");
        var room = new RoomId("later-" + UUID.randomUUID());
        var lines = new Lines(store);
        lines.join(room, new PlaceId(UUID.randomUUID()), now);
        lines.letIn(room, 1, now);
        var later = "{\"paused\":false,\"mode\":\"queueing\",\"schedule\":[],\"later\":[1]}";
        LocalTable.shared().put(counters(room).with("changed", later));

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
        lines.open(room, NextOpening.following(1), now);
        assertThat(counters(room).text("changed", "")).isEqualTo(later);
    }

    private static Item counters(RoomId room) {
        return LocalTable.shared().get(Schema.counters(room)).orElseThrow();
    }
}
