package io.gatehouse.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.forecast.Forecast.By;
import io.gatehouse.forecast.Forecast.Change;
import io.gatehouse.forecast.PromiseOutcome.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrackRecordTest {

    private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");

    private final TrackRecord record = new TrackRecord();
    private final List<PromiseOutcome> outcomes = new ArrayList<>();
    private Instant now = START;
    private long opening = 1;
    private long gone;
    private long end = 1_000;

    @Test
    void givenARateThatHoldsTheLine_whenTheFirstVisitorAsks_thenTheSpeedIsTheSetting() {
        var forecast = record.forecast(look(By.RATE, 200));

        assertThat(told(forecast, 1_000)).containsExactly(276.5, 312.75);
        assertThat(forecast.throughput().orElseThrow().low()).isBetween(180.0, 200.0);
    }

    @Test
    void givenALineThatMovesAsItIsSet_whenItIsWatched_thenTheRangeGetsNarrower() {
        var first = told(record.forecast(look(By.RATE, 200)), 4_000);
        minutes(90, By.RATE, 200, 200);

        var later = told(record.forecast(look(By.RATE, 200)), 4_000);

        assertThat(later.get(1) - later.get(0)).isLessThan(first.get(1) - first.get(0));
        assertThat(later.get(0)).isLessThan(1_200);
        assertThat(later.get(1)).isGreaterThan(1_200);
    }

    @Test
    void givenVisitorsWhoLeaveALine_whenItMovesFasterThanTheRate_thenTheMeasuredSpeedCounts() {
        minutes(20, By.RATE, 100, 150);

        assertThat(told(record.forecast(look(By.RATE, 100)), 1_500).get(1)).isLessThan(700);
    }

    @Test
    void givenSlotsThatHoldTheLine_whenNothingIsKnownYet_thenNothingIsSaid() {
        var first = record.forecast(look(By.MEASURED, 0));
        minutes(1, By.MEASURED, 0, 60);
        pass(Duration.ofSeconds(30));
        gone += 30;

        assertThat(first.points()).isEmpty();
        assertThat(told(record.forecast(look(By.MEASURED, 0)), 300)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"BY_HAND", "HELD", "PERIODS"})
    void givenWhatNoHistoryTells_whenTheLineHasMoved_thenNothingIsSaidAndNothingPromised(By by) {
        minutes(10, by, 0, 50);

        assertThat(record.forecast(look(by, 0)).points()).isEmpty();
        assertThat(record.score().judged() + record.score().byOperator()).isZero();
    }

    @Test
    void givenPromises_whenTheLastAreCalled_thenTheyAreKeptEarlyOrLate() {
        minutes(30, By.RATE, 100, 100);
        assertThat(answers()).containsOnly(Answer.KEPT);
        gone = end;
        minute(By.RATE, 100);

        assertThat(answers()).contains(Answer.EARLY);
        assertThat(record.score().kept())
                .isEqualTo(outcomes.stream()
                        .filter(outcome -> outcome.answer() == Answer.KEPT)
                        .count());
        assertThat(record.score().since()).isEqualTo(START);
        assertThat(record.score().meanWidth()).isBetween(0.01, 0.3);
        assertThat(record.score().intervalScore()).isGreaterThan(record.score().meanWidth());
    }

    @Test
    void givenALineThatStops_whenThePromisesAreOver_thenTheyAreLateAtOnceAndCountedOnce() {
        minutes(5, By.RATE, 100, 100);
        minutes(30, By.RATE, 100, 0);
        var stopped = record.score();
        minutes(30, By.RATE, 100, 100);

        assertThat(stopped.late()).isPositive();
        assertThat(outcomes.stream().filter(outcome -> outcome.answer() == Answer.LATE))
                .isNotEmpty()
                .allSatisfy(outcome -> assertThat(outcome.by()).isPositive());
        assertThat(record.score().judged()).isEqualTo(outcomes.size());
    }

    @Test
    void givenALineThatIsOverWithinAMinute_whenItIsJudged_thenTheUnknownMomentBreaksNoPromise() {
        end = 30;
        minute(By.RATE, 100);
        pass(Duration.ofMinutes(1));
        gone = 30;
        minute(By.RATE, 100);

        assertThat(answers()).containsExactly(Answer.KEPT);
    }

    @Test
    void givenAnOperatorWhoHalvesTheRate_whenPromisesBreak_thenTheyAreCountedApartAndTheActIsNamed() {
        minutes(5, By.RATE, 100, 100);
        minutes(3, By.RATE, 50, 50);

        assertThat(record.forecast(look(By.RATE, 50)).change()).contains(Change.OPERATOR);
        assertThat(told(record.forecast(look(By.RATE, 50)), 500))
                .satisfies(range -> assertThat(range.get(0)).isBetween(500.0, 600.0));
        minutes(30, By.RATE, 50, 50);

        assertThat(record.score().late()).isZero();
        assertThat(record.score().byOperator()).isPositive();
        assertThat(record.forecast(look(By.RATE, 50)).change()).isEmpty();
    }

    @Test
    void givenAPause_whenTheLineMovesAgain_thenItIsNamedAndTheSpeedIsAsBefore() {
        minutes(20, By.MEASURED, 0, 100);
        var before = told(record.forecast(look(By.MEASURED, 0)), 500);
        minutes(20, By.HELD, 0, 0);
        minute(By.MEASURED, 0);
        minutes(1, By.MEASURED, 0, 100);

        var after = record.forecast(look(By.MEASURED, 0));

        assertThat(after.change()).contains(Change.PAUSE);
        assertThat(told(after, 500).get(1)).isLessThan(before.get(1) * 1.4);
        minutes(20, By.MEASURED, 0, 100);
        assertThat(record.score().byOperator()).isPositive();
        assertThat(record.score().late()).isZero();
    }

    @Test
    void givenASiteThatGetsSlower_whenTheLineMovesHalfAsFast_thenOnlyThenItIsSaid() {
        minutes(60, By.MEASURED, 0, 100);
        assertThat(record.forecast(look(By.MEASURED, 0)).change()).isEmpty();

        minutes(12, By.MEASURED, 0, 40);

        assertThat(record.forecast(look(By.MEASURED, 0)).change()).contains(Change.SLOWER);
    }

    @Test
    void givenAGap_whenTheHistoryGoesOn_thenNoPromiseFromBeforeIsJudged() {
        minutes(5, By.RATE, 100, 100);
        var before = record.score();
        pass(Duration.ofMinutes(6));
        gone += 5_000;
        end = gone + 1_000;
        minute(By.RATE, 100);

        assertThat(record.score()).isEqualTo(before);
        minutes(20, By.RATE, 100, 100);
        assertThat(answers()).containsOnly(Answer.KEPT);
    }

    @Test
    void givenAClockThatIsSetBack_whenAMinuteComesAgain_thenItIsLeftOut() {
        minutes(15, By.RATE, 100, 100);
        var before = record.score();
        var said = record.forecast(look(By.RATE, 100));
        now = now.minus(Duration.ofMinutes(10));

        assertThat(record.see(look(By.RATE, 1))).isEmpty();
        assertThat(record.score()).isEqualTo(before);
        assertThat(record.forecast(look(By.RATE, 100)).by()).isEqualTo(said.by());
        assertThat(record.forecast(look(By.RATE, 100)).points()).isNotEmpty();
    }

    @Test
    void givenANewOpening_whenItBegins_thenItsScoreBeginsAndWhatWasLearntIsKept() {
        minutes(60, By.RATE, 100, 100);
        var learnt = told(record.forecast(look(By.RATE, 100)), 500);
        minute(By.RATE, 100);
        opening = 2;
        gone = 0;
        end = 1_000;

        minute(By.RATE, 100);

        assertThat(record.score().judged()).isZero();
        assertThat(record.score().since()).isEqualTo(now);
        assertThat(told(record.forecast(look(By.RATE, 100)), 500)).isEqualTo(learnt);
    }

    @ParameterizedTest
    @EnumSource(names = {"STEADY", "CAPACITY", "ADAPTIVE", "HALVED"})
    void givenTheSameHistory_whenTwoNodesReadIt_thenTheySayTheSame(World world) {
        var counter = world.played(17);
        var readings = IntStream.range(0, 180)
                .mapToObj(minute -> world.reading(counter, minute))
                .toList();
        var other = new TrackRecord();
        readings.forEach(record::see);
        readings.forEach(other::see);
        readings.subList(90, 100).forEach(other::see);

        var present = readings.get(179);

        assertThat(other.forecast(present)).isEqualTo(record.forecast(present));
        assertThat(other.score()).isEqualTo(record.score());
        assertThat(record.score().judged()).isPositive();
    }

    private LineReading look(By by, double set) {
        return new LineReading(now, opening, end, gone, end > gone, by, set, "rate " + set);
    }

    private void minute(By by, double set) {
        outcomes.addAll(record.see(look(by, set)));
    }

    /** So many minutes in which so many are called, and as many come. */
    private void minutes(int count, By by, double set, long calls) {
        for (int minute = 0; minute < count; minute++) {
            minute(by, set);
            pass(Duration.ofMinutes(1));
            gone += calls;
            end += calls;
        }
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private List<Answer> answers() {
        return outcomes.stream().map(PromiseOutcome::answer).toList();
    }

    private static List<Double> told(Forecast forecast, double turns) {
        return forecast.range(turns).stream()
                .flatMap(range -> List.of(range.from(), range.to()).stream())
                .toList();
    }
}
