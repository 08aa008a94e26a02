package io.gatehouse.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.tune.TuneProperties;
import io.gatehouse.tune.TuneProperties.Blind;
import io.gatehouse.tune.TuneProperties.HealthProperties;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A room that finds its limit by itself, in the simulator: its site halves after 20 minutes, for 25 minutes. */
class TunedSimulationTest {

    private static final long CEILING = 240;
    private static final double PER_SECOND = 0.25;
    private static final QueueingSite SITE = new QueueingSite(
            List.of(
                    new QueueingSite.Step(Duration.ZERO, 40),
                    new QueueingSite.Step(Duration.ofMinutes(20), 20),
                    new QueueingSite.Step(Duration.ofMinutes(45), 40)),
            PER_SECOND,
            Duration.ofMillis(100),
            false,
            0.15);

    @Test
    void givenASiteThatHalvesForAWhile_whenPlayed_thenTheLimitFallsComesBackAndIsTold() {
        var outcome = new Simulation(scenario(true, true)).run();

        assertThat(load(outcome, 14, 19)).isBetween(0.7, 0.9);
        assertThat(load(outcome, 27, 44)).isBetween(0.7, 0.9);
        assertThat(load(outcome, 54, 60)).isBetween(0.7, 0.9);
        assertThat(outcome.minutes()).allSatisfy(minute -> {
            assertThat(minute.limit().orElseThrow()).isBetween(1.0, (double) CEILING);
            assertThat(minute.turns() + minute.inside()).isLessThanOrEqualTo(CEILING);
        });
        assertThat(errors(outcome)).isLessThan(errors(new Simulation(scenario(false, true)).run()) / 4);
        assertThat(outcome.held()).extracting(Outcome.Held::why).contains(Why.TUNED);
        assertThat(OutcomeForm.TABLE.of(outcome)).containsPattern("Limit it found +\\d+ to \\d+ inside");
        assertThat(OutcomeForm.CSV.of(outcome)).contains(",held,limit,latencySeconds,");
        assertThat(new Simulation(scenario(true, true)).run()).isEqualTo(outcome);
    }

    @Test
    void givenNoSiteThatCouldSayHowItIs_whenPlayed_thenTheCeilingHoldsAndAWarningSaysSo() {
        var outcome = new Simulation(scenario(true, false)).run();

        assertThat(outcome.held()).extracting(Outcome.Held::why).containsOnly(Why.CAPACITY);
        assertThat(OutcomeForm.TABLE.of(outcome)).contains("the scenario has no site that could say how it is");
    }

    private static double load(Outcome outcome, int from, int until) {
        return outcome.minutes().subList(from, until).stream()
                .mapToDouble(minute -> minute.site().map(SiteModel.Health::load).orElseThrow())
                .average()
                .orElseThrow();
    }

    private static double errors(Outcome outcome) {
        return outcome.minutes().stream()
                .mapToDouble(
                        minute -> minute.site().map(SiteModel.Health::errors).orElseThrow())
                .sum();
    }

    private static Scenario scenario(boolean isTuned, boolean hasSite) {
        var visits = new Lasting(Lasting.Shape.ERLANG, Duration.ofMinutes(2), 0);
        var room = Scenarios.room(new RoomSettings(Optional.empty(), OptionalLong.of(CEILING), false));
        return new Scenario(
                room,
                new Scenario.Span(Scenarios.START, Duration.ofHours(1)),
                Scenarios.evenly(8_000, Duration.ofHours(1)),
                new Crowd(1, Scenarios.DELAY, Optional.empty(), 0, visits, 1, Crowd.Bots.NONE, Map.of()),
                List.of(),
                hasSite ? Optional.of(SITE) : Optional.empty(),
                isTuned ? Optional.of(tune(Duration.ofSeconds(5), Duration.ofMillis(1_500), 30)) : Optional.empty(),
                7);
    }

    /** Tuned by the latency and the errors of the site alone. */
    static TuneProperties tune(Duration period, Duration latency, int start) {
        return new TuneProperties(
                true,
                1,
                start,
                period,
                null,
                Blind.HOLD,
                Duration.ofSeconds(60),
                Duration.ZERO,
                1,
                new HealthProperties(URI.create("https://shop.example/"), latency, null, null, null),
                null,
                null,
                null);
    }
}
