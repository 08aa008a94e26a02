package io.gatehouse.panel.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.RoomSettings;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SettingsEditTest {

    private static final Instant NOW = Instant.parse("2026-11-27T10:00:00Z");

    @Test
    void givenAPausedRoom_whenAFormOfSettingsSaysPaused_thenTheRoomStaysAsItIs() {
        var paused = new RoomSettings(Optional.empty(), OptionalLong.empty(), true);

        var edited = SettingsEdit.typed(paused, Map.of("paused", "true", "capacity", "5"), NOW);

        assertThat(edited).isEqualTo(paused.at(Optional.empty(), OptionalLong.of(5)));
    }
}
