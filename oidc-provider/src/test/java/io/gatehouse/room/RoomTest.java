package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Room.Vacancy;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoomTest {

    private static final Instant NOW = Instant.parse("2026-11-27T10:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "QUEUEING, 1, 1, false, AVAILABLE",
        "PASS_THROUGH, 1, 1, false, AVAILABLE",
        "HOLD, 1, 1, false, AVAILABLE",
        "QUEUEING, 1, 2, false, FULL",
        "QUEUEING, 0, 2, false, SOLD_OUT",
        "SCHEDULED, 0, 2, false, CLOSED",
        "CLOSED, 0, 2, false, CLOSED",
        "CLOSED, 1, 1, false, CLOSED",
        "QUEUEING, 1, 1, true, CLOSED"
    })
    void givenARoomThatTakesTwo_whenANewcomerAsks_thenTheFirstReasonDecides(
            Mode mode, long stock, int inLine, boolean isRetired, Vacancy vacancy) {
        var settings = new RoomSettings(Optional.empty(), OptionalLong.empty(), false, mode, Schedule.NONE)
                .admitting(Optional.of(new Stock(stock, Stock.USUALLY)));
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        var id = new RoomId("shop");
        var room = new Room(
                id,
                "Shop",
                settings,
                terms,
                Optional.empty(),
                new Room.Limits(2, 0, 0, 3),
                Lanes.NONE,
                false,
                false,
                isRetired);
        var line = new Line(new LinesInMemory(), id, terms, Lanes.NONE);
        for (var joined = 0; joined < inLine; joined++) {
            line.join(new PlaceId(UUID.randomUUID()), NOW);
        }

        assertThat(room.vacancy(line.snapshot(NOW), NOW)).isEqualTo(vacancy);
    }
}
