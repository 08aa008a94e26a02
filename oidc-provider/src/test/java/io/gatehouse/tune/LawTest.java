package io.gatehouse.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatehouse.inlet.TunedLimit.Steers;
import io.gatehouse.tune.TuneProperties.Blind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a limit moves, step by step. */
class LawTest {

    private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");
    private static final Duration VISIT = Duration.ofMinutes(5);
    private static final Look.Bounds BOUNDS = new Look.Bounds(20, 1_000);

    @Test
    void givenALimit_whenTheSignalIsOverItsOwn_thenItFallsAtOnceAndNeverBelowTheFloor() {
        var first = step(record(500), 4.0, 500, true);
        var last = first;
        for (int n = 0; n < 2_000; n++) {
            last = step(last, 100, last.limit(), true);
        }

        assertThat(first.limit()).isLessThan(400).isGreaterThan(300);
        assertThat(first.cause()).isEqualTo("health 4 s over 1.5 s");
        assertThat(last.limit()).isEqualTo(20);
    }

    @Test
    void givenALimit_whenTheSignalIsWell_thenItRisesToTheCeilingAndNoFurther() {
        var last = record(500);
        for (int n = 0; n < 2_000; n++) {
            last = step(last, 0.1, last.limit(), true);
        }

        assertThat(last.limit()).isEqualTo(1_000);
    }

    @Test
    void givenALookThatComesLate_whenTheLimitMoves_thenItMovesByTheTimeThatPassedAndByTwoPeriodsAtMost() {
        var before = step(record(500), 1.6, 500, true);

        var inTime = step(before, 1.6, 500, true, 5).limit() / before.limit();
        var late = step(before, 1.6, 500, true, 10).limit() / before.limit();
        var afterARestart = step(before, 1.6, 500, true, 3_600).limit() / before.limit();

        assertThat(late).isCloseTo(inTime * inTime, within(1e-9));
        assertThat(afterARestart).isEqualTo(late);
    }

    @Test
    void givenALimitThatNobodyNeedsOrUses_whenTheSignalIsWell_thenItDoesNotRise() {
        assertThat(step(record(500), 0.1, 500, false).limit()).isEqualTo(500);
        assertThat(step(record(500), 0.1, 400, true).limit()).isEqualTo(500);
    }

    @Test
    void givenACeilingThatAnOperatorLowers_whenTheNextStepComes_thenTheLimitIsBelowIt() {
        var look = new Look(
                List.of(),
                List.of(),
                true,
                500,
                0,
                new Look.Bounds(6, 300),
                Duration.ofSeconds(5),
                VISIT,
                NOON.plusSeconds(5));

        var after = Law.step(record(500), look, rules(Blind.HOLD));

        assertThat(after.limit()).isEqualTo(300);
        assertThat(after.cause()).contains("configured value is less");
    }

    @ParameterizedTest
    @EnumSource
    void givenALimit_whenItsSignalFallsSilent_thenItHoldsAWhileAndThenDoesAsTheSettingSays(Blind blind) {
        var good = step(record(400), 1.49, 400, true);
        var over = step(good, 1.6, 400, true);
        var rules = rules(blind);
        var silent = List.of("health (timed out)");

        var first = Law.step(over, look(silent, over, 5), rules);
        var before = Law.step(first, look(silent, first, 64), rules);
        var after = Law.step(before, look(silent, before, 65), rules);
        var again = Law.step(after, look(List.of(), after, 70), rules);

        assertThat(first.isBlind()).isTrue();
        assertThat(Law.isWorthTelling(over, first)).isTrue();
        assertThat(first.cause()).isEqualTo("no signal from health (timed out)");
        assertThat(before.limit()).isEqualTo(over.limit());
        assertThat(after.limit())
                .isEqualTo(
                        switch (blind) {
                            case HOLD -> over.limit();
                            case FLOOR -> 20;
                            case LAST_GOOD -> Math.min(over.limit(), good.limit());
                        });
        assertThat(again.isBlind()).isFalse();
    }

    @Test
    void givenTwoSignals_whenOneIsSilentAndTheOtherIsWell_thenTheLimitDoesNotGrow() {
        var heard = List.of(new Reading("login", 0.1, 5, Reading.Unit.SECONDS));
        var look = new Look(
                heard, List.of("health"), true, 500, 0, BOUNDS, Duration.ofSeconds(5), VISIT, NOON.plusSeconds(5));

        assertThat(Law.step(record(500), look, rules(Blind.HOLD)).limit()).isEqualTo(500);
    }

    @Test
    void givenMovesOfALimit_whenTheyAreSmall_thenTheyAreToldOnlyTogether() {
        var before = record(500);
        var little = step(before, 1.6, 500, true);

        assertThat(Law.isWorthTelling(before, little)).isFalse();
        assertThat(Law.isWorthTelling(before, step(little, 10, 500, true))).isTrue();
        assertThat(TuneWords.of(before, step(before, 10, 500, true)))
                .isEqualTo("health 10 s over 1.5 s: 500 to 366 inside");
    }

    @Test
    void givenShortAndLongVisits_whenThePeriodIsChosen_thenItIsASixtiethAtMostAndASecondAtLeast() {
        var five = Duration.ofSeconds(5);

        assertThat(Law.period(five, Duration.ofMinutes(15))).isEqualTo(five);
        assertThat(Law.period(five, Duration.ofMinutes(2))).isEqualTo(Duration.ofSeconds(2));
        assertThat(Law.period(five, Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(1));
    }

    private static Tuned step(Tuned before, double seconds, double used, boolean isWanted) {
        return step(before, seconds, used, isWanted, 5);
    }

    private static Tuned step(Tuned before, double seconds, double used, boolean isWanted, int passed) {
        var heard = List.of(new Reading("health", seconds, 1.5, Reading.Unit.SECONDS));
        var look = new Look(
                heard,
                List.of(),
                isWanted,
                used,
                0,
                BOUNDS,
                Duration.ofSeconds(5),
                VISIT,
                before.when().plusSeconds(passed));
        return Law.step(before, look, rules(Blind.HOLD));
    }

    private static Look look(List<String> silent, Tuned before, int seconds) {
        return new Look(
                List.of(),
                silent,
                true,
                before.limit(),
                0,
                BOUNDS,
                Duration.ofSeconds(5),
                VISIT,
                NOON.plusSeconds(seconds));
    }

    private static Tuned record(double limit) {
        return new Tuned(
                Steers.CAPACITY,
                limit,
                0,
                NOON.toEpochMilli(),
                "",
                Tuned.START,
                limit,
                limit,
                null,
                null,
                0,
                Tuned.Visits.NONE,
                List.of());
    }

    private static TuneRules rules(Blind blind) {
        return new TuneRules(properties(blind));
    }

    private static TuneProperties properties(Blind blind) {
        return new TuneProperties(
                true,
                2,
                30,
                null,
                null,
                blind,
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                20,
                null,
                null,
                null,
                null);
    }
}
