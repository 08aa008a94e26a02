package io.gatehouse.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Ending;
import io.gatehouse.stock.Stock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptSettingsTest {

    /** As releases before the list of settings wrote it. */
    private static final String BEFORE =
            """
            {"rate":"200/1m","capacity":500,"paused":true,"mode":"scheduled","schedule":[{"zone":"UTC",\
            "lobby":"2026-11-27T09:00","doors":"2026-11-27T10:00","close":"2026-11-27T18:00","atClose":"end",\
            "draw":"receipts"}],"stock":9000000000,"consumedBy":"completed expired","words":"w1"}""";

    private static final RoomSettings ALL = new RoomSettings(
            Optional.of(Rate.parse("200/1m")),
            OptionalLong.of(500),
            true,
            Mode.SCHEDULED,
            new Schedule(List.of(ScheduledDate.parse(
                    "UTC", "2026-11-27T09:00", "2026-11-27T10:00", "2026-11-27T18:00", "end", "receipts"))),
            Optional.of(new Stock(9_000_000_000L, Set.of(Ending.COMPLETED, Ending.EXPIRED))),
            Optional.of("w1"),
            false);

    @Test
    void givenATextOfAnEarlierRelease_whenItIsRead_thenItIsWhatWasKept() {
        assertThat(KeptSettings.read(BEFORE)).contains(ALL);
        assertThat(KeptSettings.isKnown(BEFORE)).isTrue();
        assertThat(KeptSettings.text(Optional.of(ALL))).isEqualTo(BEFORE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"paused\":false,\"mode\":\"hold\",\"schedule\":[],\"later\":[1]}",
                "{\"paused\":false,\"mode\":\"hold\",\"schedule\":[{\"zone\":\"UTC\",\"later\":1}]}"
            })
    void givenATextOfALaterRelease_whenItIsLookedAt_thenItIsNotWhollyKnown(String later) {
        assertThat(KeptSettings.isKnown(later)).isFalse();
    }
}
