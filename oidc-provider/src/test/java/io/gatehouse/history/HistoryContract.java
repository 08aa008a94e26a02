package io.gatehouse.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.history.HistoryRow.Measured;
import io.gatehouse.history.HistoryRow.Pace;
import io.gatehouse.history.HistoryRow.Standing;
import io.gatehouse.history.HistoryRow.Tally;
import io.gatehouse.room.RoomId;
import io.gatehouse.testing.Crowd;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.value.ExpiringStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the minute history promises, with every store: nodes share it. */
public abstract class HistoryContract {

    private static final Instant HOUR = Instant.parse("2026-11-21T19:00:00Z");

    private final MutableClock clock = MutableClock.standing();
    private final RoomId room = new RoomId("room-" + UUID.randomUUID());

    /** The store under test; the same one throughout a test. */
    protected abstract ExpiringStore store();

    @Test
    void givenEightNodes_whenAllWriteOneMinuteAtOnce_thenItHasOneRowWithTheCountsOfAll() throws Exception {
        var number = new AtomicInteger();

        Crowd.of(8, () -> {
            var mark = "node-" + number.incrementAndGet();
            history().add(room, row(5, 1, 100).and(new Measured(1, 0, List.of(0L, 2L), List.of(1L), List.of(mark))));
            return true;
        });

        var rows = minutes();
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).soFar().called()).isEqualTo(100);
        assertThat(rows.get(0).measured().left()).isEqualTo(8);
        assertThat(rows.get(0).measured().waits()).containsExactly(0L, 16L);
        assertThat(rows.get(0).measured().visits()).containsExactly(8L);
    }

    @Test
    void givenAWriteWithoutAnAnswer_whenItIsRepeated_thenItCountsOnce() {
        var row = row(5, 1, 100).and(new Measured(1, 0, List.of(), List.of(), List.of("mine")));

        history().add(room, row);
        history().add(room, row);

        assertThat(minutes()).containsExactly(row);
    }

    @Test
    void givenMinutesWithoutARow_whenTheHistoryIsRead_thenTheyAreMissing() {
        history().add(room, row(1, 1, 10));
        history().add(room, row(4, 1, 40));
        history().add(room, row(4, 2, 0));

        var from = HOUR.plus(Duration.ofMinutes(1));
        assertThat(minutes()).extracting(HistoryRow::opening, HistoryRow::begin).hasSize(3);
        assertThat(history().minutes(room, from, HOUR.plus(Duration.ofMinutes(4))))
                .containsExactly(row(1, 1, 10));
        assertThat(history().minutes(room, from.minus(Duration.ofDays(2)), from))
                .isEmpty();
    }

    @Test
    void givenAnHourThatIsOver_whenItIsFolded_thenItOutlivesItsMinutes() {
        var measured = new Measured(1, 2, List.of(3L), List.of(4L), List.of("mine"));
        history().add(room, row(1, 1, 10));
        history().fold(room, HOUR.plus(Duration.ofMinutes(1)));
        history().add(room, standing(row(2, 1, 20), 70).and(measured));
        history().add(room, row(59, 1, 30).and(measured));
        history().add(room, row(59, 2, 0));

        history().fold(room, HOUR.plus(Duration.ofMinutes(64)));
        assertThat(hours()).as("slow nodes may still write").isEmpty();
        history().fold(room, HOUR.plus(Duration.ofMinutes(65)));
        history().fold(room, HOUR.plus(Duration.ofMinutes(80)));

        assertThat(hours()).hasSize(2).extracting(HistoryRow::opening).containsExactly(1L, 2L);
        var hour = hours().get(0);
        assertThat(hour.begin()).isEqualTo(HOUR);
        assertThat(hour.soFar().called()).isEqualTo(30);
        assertThat(hour.peak().waiting()).isEqualTo(70);
        assertThat(hour.measured()).isEqualTo(new Measured(2, 4, List.of(6L), List.of(8L), List.of()));
        clock.advance(Duration.ofDays(31));
        assertThat(minutes()).isEmpty();
        assertThat(hours()).hasSize(2);
        clock.advance(Duration.ofDays(370));
        assertThat(hours()).isEmpty();
    }

    @Test
    void givenAnInstallationThatStoodStill_whenItGoesOn_thenTheHoursFromBeforeAreFolded() {
        history().fold(room, HOUR);
        history().add(room, row(1, 1, 10));

        history().fold(room, HOUR.plus(Duration.ofDays(3)));

        assertThat(hours()).hasSize(1);
    }

    @Test
    void givenRowsOfALaterRelease_whenThisOneWrites_thenTheyStayAsTheyAre() {
        var row = row(5, 1, 100).and(new Measured(1, 0, List.of(), List.of(), List.of("later")));
        history().add(room, row);
        var key = "history/" + room + "/minutes/" + HOUR.getEpochSecond() / 3600;
        var known = read(key);
        var later = known.replace("{\"at\"", "{\"mood\":\"calm\",\"at\"") + "\n{\"at\":\"five past ten\"}";
        store().put(key, later.getBytes(UTF_8), ExpiringStore.FOREVER, clock.instant());

        history().add(room, row(5, 1, 100).and(new Measured(1, 0, List.of(), List.of(), List.of("mine"))));
        history().add(room, row(6, 1, 110));

        assertThat(read(key).lines())
                .hasSize(3)
                .anyMatch(line -> line.contains("\"mood\":\"calm\"") && line.contains("\"left\":2"))
                .contains("{\"at\":\"five past ten\"}");
        assertThat(minutes()).hasSize(2);
    }

    @Test
    void givenARowFromBeforeFoundLimitsAndLanesWereNoted_whenItIsRead_thenItIsThereWithoutThem() {
        history().add(room, row(5, 1, 100));
        var key = "history/" + room + "/minutes/" + HOUR.getEpochSecond() / 3600;
        assertThat(minutes().get(0).tuned()).isEqualTo(new HistoryRow.Tuned(null, 120L));
        assertThat(minutes().get(0).lanes()).isEqualTo(Map.of("members", 3L));
        var earlier = read(key).replaceAll(",\"(tuned|lanes)\":\\{[^}]*}", "");
        store().put(key, earlier.getBytes(UTF_8), ExpiringStore.FOREVER, clock.instant());

        assertThat(earlier).doesNotContain("tuned", "lanes");
        assertThat(minutes()).hasSize(1);
        assertThat(minutes().get(0).tuned()).isNull();
        assertThat(minutes().get(0).lanes()).isNull();
    }

    private String read(String key) {
        return new String(store().get(key, clock.instant()).orElseThrow(), UTF_8);
    }

    private List<HistoryRow> minutes() {
        return history().minutes(room, HOUR.minus(Duration.ofHours(1)), HOUR.plus(Duration.ofHours(1)));
    }

    private List<HistoryRow> hours() {
        return history().hours(room, HOUR.minus(Duration.ofHours(1)), HOUR.plus(Duration.ofHours(1)));
    }

    private History history() {
        return new History(store(), clock);
    }

    private static HistoryRow row(int minute, long opening, long called) {
        return new HistoryRow(
                HOUR.plus(Duration.ofMinutes(minute)).getEpochSecond(),
                opening,
                new Tally(called + 5, called, called, 0, 0, 0, 0),
                new Standing(5, 0, called),
                "RATE",
                new Pace(200d, null, 1000L),
                Measured.NONE,
                null,
                null,
                new HistoryRow.Tuned(null, 120L),
                Map.of("members", 3L));
    }

    private static HistoryRow standing(HistoryRow row, long waiting) {
        return new HistoryRow(
                row.at(),
                row.opening(),
                row.soFar(),
                new Standing(waiting, 0, 0),
                row.held(),
                row.pace(),
                row.measured(),
                null,
                null,
                row.tuned(),
                row.lanes());
    }
}
