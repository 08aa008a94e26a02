package io.gatehouse.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Forecasts keep their word in rooms of eight kinds: of visitors who are called in 5, 20 and 60 minutes at
 * the usual speed, asked each minute from the tenth on, three to nineteen of twenty are called within their
 * range, and the range is no wider than it must be. Those who waited while an operator changed the rate are
 * judged apart, and so is Periodic: it is exact.
 */
class EightWorldsTest {

    private static final int FIRST_SEED = 1;
    private static final int SEEDS = 24;

    /** What came of the forecasts for one distance. */
    private static final class Tally {
        private int kept;
        private int all;
        private double widths;

        private void add(Forecast.Range range, int wait, boolean isApart) {
            var isKept = range.from() <= wait && wait <= range.to();
            if (isKept || !isApart) {
                kept += isKept ? 1 : 0;
                all++;
                widths += range.share(range.to() - range.from());
            }
        }

        private double share() {
            return 100d * kept / all;
        }

        private double width() {
            return widths / all;
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PERIODIC")
    void givenARoom_whenVisitorsAreToldTheirWait_thenThreeQuartersAreRightAndNoRangeIsTooWide(World world) {
        var tallies = Map.of(5, new Tally(), 20, new Tally(), 60, new Tally());
        for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            play(world, world.played(seed), tallies);
        }

        tallies.forEach((minutes, tally) -> {
            var told = "%s, %d minutes ahead: %.1f %% kept, width %.2f, of %d"
                    .formatted(world, minutes, tally.share(), tally.width(), tally.all);
            assertThat(tally.share()).as(told).isBetween(75.0, 95.0);
            assertThat(tally.width()).as(told).isLessThanOrEqualTo(world == World.STEADY ? 0.3 : 0.8);
        });
    }

    private static void play(World world, double[] counter, Map<Integer, Tally> tallies) {
        var record = new TrackRecord();
        for (int minute = 0; minute < 180; minute++) {
            var reading = world.reading(counter, minute);
            record.see(reading);
            if (minute >= 10) {
                var forecast = record.forecast(reading);
                var now = minute * 60;
                // A line of an hour at half the rate is half as long: else the three hours are not enough.
                var speed = world == World.HALVED ? reading.set() : World.PER_MINUTE;
                tallies.forEach((minutes, tally) -> {
                    var called = World.called(counter, counter[now / World.SECONDS] + speed * minutes);
                    if (called >= 0) {
                        var range = forecast.range(speed * minutes).orElseThrow();
                        tally.add(range, called - now, world.isChanged(now, called));
                    }
                });
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 20", "1000, 20", "1001, 320", "2500, 620", "30500, 9020"})
    void givenTurnsAtSetTimes_whenTheWaitIsTold_thenItIsTheTimeOfTheStep(long turns, long seconds) {
        var grants = new Grants(1000, Duration.ofSeconds(20), Duration.ofMinutes(5));

        var range = new Forecast(Forecast.By.PERIODS, grants.points(30_000), Optional.empty()).range((double) turns);

        // What lies behind two hours is told as a slope.
        var slack = turns > 24_000 ? 600.0 : 0;
        assertThat(range.orElseThrow().from()).isBetween((double) seconds - slack, (double) seconds + slack);
        assertThat(range.orElseThrow().to()).isGreaterThanOrEqualTo((double) seconds - slack);
    }

    @ParameterizedTest
    @EnumSource(names = "PERIODIC")
    void givenARoomOfPeriods_whenEachVisitorIsToldTheirWait_thenAllAreRight(World world) {
        var counter = world.played(0);
        for (int minute = 10; minute < 120; minute++) {
            var now = minute * 60;
            var next = 300 - now % 300 + World.SECONDS;
            var grants = new Grants(1000, Duration.ofSeconds(next), Duration.ofMinutes(5));
            for (long turns : List.of(1L, 999L, 1000L, 1001L, 4000L)) {
                var called = World.called(counter, counter[now / World.SECONDS] + (double) turns) - now;
                var range = new Forecast(Forecast.By.PERIODS, grants.points(5000), Optional.empty())
                        .range((double) turns)
                        .orElseThrow();
                if (now % 300 != 0) {
                    assertThat((double) called).isBetween(range.from(), range.to());
                }
            }
        }
    }
}
