package io.gatehouse.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.inlet.TunedLimit.Steers;
import io.gatehouse.tune.Plant.Shape;
import io.gatehouse.tune.TuneProperties.Blind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a limit moves: by eighteen models of a shop whose capacity halves for a while, and step by step. */
class LawTest {

    private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");
    private static final Duration VISIT = Duration.ofMinutes(5);
    private static final Look.Bounds BOUNDS = new Look.Bounds(20, 1_000);

    /** One of the eighteen. */
    private record Case(int visit, Shape shape, double noise, int period) {

        static List<Case> all() {
            var all = new ArrayList<Case>();
            for (var visit : new int[] {60, 300, 900}) {
                for (var shape : Shape.values()) {
                    all.add(new Case(visit, shape, 0.15, 5));
                    all.add(new Case(visit, shape, 0.4, 5));
                    all.add(new Case(visit, shape, 0.15, 15));
                }
            }
            return all;
        }
    }

    /**
     * How it went.
     *
     * @param down how many visits it took after the capacity had halved
     * @param up the same after it was back
     * @param failed the share of requests that failed while it was halved
     */
    private record Outcome(
            Case plant, double down, double up, double failed, double oracle, double least, double most) {

        boolean isGood() {
            return down <= 2 && up <= 3 && least >= 0.9 && most <= 1.1 && hasNoBurst();
        }

        boolean hasNoBurst() {
            return failed <= 1.5 * oracle + 0.005;
        }
    }

    @Test
    void givenEighteenShops_whenTheirCapacityHalvesForAWhile_thenTheLimitFollowsWithoutABurstOfErrors() {
        var outcomes = Case.all().stream().map(LawTest::played).toList();

        assertThat(outcomes).hasSize(18).allMatch(Outcome::hasNoBurst);
        assertThat(outcomes.stream().filter(Outcome::isGood))
                .as(outcomes.toString())
                .hasSizeGreaterThanOrEqualTo(16);
    }

    private static Outcome played(Case one) {
        var uses = new ArrayList<Double>();
        var failed = play(one, true, uses);
        var plant = new Plant(one.visit, one.shape, one.noise, 7);
        var tail = uses.subList(plant.back - 4 * one.visit, plant.back).stream()
                .mapToDouble(use -> use / plant.good())
                .summaryStatistics();
        return new Outcome(
                one,
                settled(uses, plant, plant.half, plant.back),
                settled(uses, plant, plant.back, plant.end),
                failed,
                play(one, false, new ArrayList<>()),
                tail.getMin(),
                tail.getMax());
    }

    /** The last second in which the use was not within a tenth, in visits. */
    private static double settled(List<Double> uses, Plant plant, int from, int to) {
        var last = from;
        for (int now = from; now < to; now++) {
            if (Math.abs(uses.get(now) - plant.good()) > plant.good() / 10) {
                last = now;
            }
        }
        return (double) (last - from) / plant.visit;
    }

    /** The share of failures while the capacity is halved: by the law, or by an oracle that knows the capacity. */
    private static double play(Case one, boolean isTuned, List<Double> uses) {
        var plant = new Plant(one.visit, one.shape, one.noise, 7);
        var rules = rules(Blind.HOLD);
        var visit = Duration.ofSeconds(one.visit);
        var period = Law.period(Duration.ofSeconds(one.period), visit);
        var ceiling = 4 * plant.right(Plant.WHOLE);
        var bounds = new Look.Bounds(ceiling / 200, ceiling);
        var record = record(0.075 * ceiling);
        double failed = 0;
        double asked = 0;
        for (int now = 0; now < plant.end; now++) {
            var limit = isTuned ? record.limit() : plant.right(plant.capacity(now));
            plant.step(Math.max(0, Math.min(plant.fastest(), limit - plant.inside())), now);
            uses.add(plant.use);
            if (now >= plant.half && now < plant.back) {
                failed += plant.failed;
                asked += plant.asked;
            }
            if (isTuned && now >= 30 && now % period.toSeconds() == 0) {
                var heard = plant.heard((int) Math.max(10, period.toSeconds()));
                var look = new Look(
                        List.of(
                                new Reading("health", heard[0], plant.limit(), Reading.Unit.SECONDS),
                                new Reading("5xx", 100 * heard[1], 1, Reading.Unit.PERCENT)),
                        List.of(),
                        true,
                        plant.inside(),
                        0,
                        bounds,
                        period,
                        visit,
                        NOON.plusSeconds(now));
                record = Law.step(record, look, rules);
                assertThat(record.limit()).isBetween(bounds.floor(), ceiling);
            }
        }
        return failed / asked;
    }

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
                before.when().plusSeconds(5));
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
