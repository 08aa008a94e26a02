package io.gatehouse.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.history.HistoryRow;
import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.stock.Endings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What nodes make of the minute history that they share. */
class ForecastsTest {

    private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");
    private static final Room ROOM = new Room(
            new RoomId("shop"),
            "Shop",
            new RoomSettings(Optional.of(Rate.parse("100/1m")), OptionalLong.empty(), false),
            new Terms(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofDays(1)),
            Optional.empty());

    /** What the store has. */
    private final List<HistoryRow> rows = new ArrayList<>();

    private boolean isAway;
    private Why why = Why.CAPACITY;
    private final Forecasts first = node();
    private final Forecasts second = node();
    private Instant now = START;
    private long serving;
    private long issued = 500;

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void givenTwoNodesOfWhichOneStartsLater_whenTheyHaveReadTheHistory_thenTheySayTheSame() {
        passes(40, first);
        var early = said(first);

        var late = said(second);

        assertThat(late).isEqualTo(early);
        assertThat(early.score().kept()).isPositive();
        assertThat(early.score().since()).isEqualTo(START.plusSeconds(60));
    }

    @Test
    void givenANodeThatIsKilled_whenItStartsAgain_thenItSaysTheSameAndCountsNothingTwice() {
        passes(40, first);
        var before = said(first);

        try (var restarted = node()) {
            assertThat(said(restarted)).isEqualTo(before);
            assertThat(restarted.news(ROOM.id()))
                    .as("for meters, which begin at 0")
                    .isEmpty();
        }
        assertThat(first.news(ROOM.id())).hasSize((int) before.score().judged());
        assertThat(first.news(ROOM.id())).isEmpty();
    }

    @Test
    void givenAStoreThatIsAway_whenTheRateHoldsTheLine_thenTheWaitIsToldAllTheSame() {
        isAway = true;
        why = Why.RATE;

        assertThat(said(first).forecast().range(500))
                .hasValueSatisfying(range -> assertThat(range.from()).isBetween(270.0, 300.0));
        isAway = false;
        passes(10, first);
        assertThat(said(first).score().kept()).isPositive();
    }

    @Test
    void givenARoomLetInByHand_whenItIsLookedAt_thenNothingIsSaidButWhy() {
        why = Why.BY_HAND;
        passes(10, first);

        assertThat(said(first).forecast()).isEqualTo(new Forecast(Forecast.By.BY_HAND, List.of(), Optional.empty()));
    }

    @Test
    void givenHalfADay_whenItIsOver_thenAllNodesBeginAtTheSameMinute() {
        passes(40, first);
        now = Instant.parse("2026-11-28T00:00:10Z");
        passes(5, first);

        assertThat(said(second)).isEqualTo(said(first));
        assertThat(said(first).score().since()).isAfter(Instant.parse("2026-11-28T00:00:00Z"));
    }

    private Forecasts node() {
        return new Forecasts((room, from, to) -> rowsBetween(from, to), (room, seen) -> why, Optional.empty());
    }

    private List<HistoryRow> rowsBetween(Instant from, Instant to) {
        if (isAway) {
            throw new StoreUnavailableException("away", null);
        }
        return rows.stream()
                .filter(row -> !row.begin().isBefore(from) && row.begin().isBefore(to))
                .toList();
    }

    private RoomForecast said(Forecasts node) {
        node.see(ROOM, seen(), now);
        node.settle();
        return node.see(ROOM, seen(), now);
    }

    /** So many minutes in which a hundred are called. */
    private void passes(int minutes, Forecasts node) {
        for (int minute = 0; minute < minutes; minute++) {
            said(node);
            rows.add(HistoryRow.of(seen(), ROOM.configured(), why, now));
            now = now.plus(Duration.ofMinutes(1));
            serving += 100;
            issued += 100;
        }
    }

    private RoomSnapshot seen() {
        var counters = new Counters(
                1,
                1,
                issued,
                serving,
                Endings.NONE,
                0,
                now,
                Optional.empty(),
                Optional.empty(),
                Counters.FIRST.lanes(),
                Counters.FIRST.showUp());
        return RoomSnapshot.of(counters, count -> count == Stage.Count.WAITING ? issued - serving : 0, 0);
    }
}
