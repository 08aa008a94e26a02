package io.gatehouse.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatehouse.room.Counters;
import io.gatehouse.room.LineInvariants;
import io.gatehouse.room.Place;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SimulationTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final RoomSettings ONE_A_SECOND =
            new RoomSettings(Optional.of(Rate.parse("60/1m")), OptionalLong.empty(), false);
    private static final RoomSettings HUNDRED_INSIDE = new RoomSettings(Optional.empty(), OptionalLong.of(100), false);

    @Test
    void givenACrowdAtOnce_whenTheRateCallsThem_thenTheWaitsAreThoseOfTheRate() {
        var outcome = new Simulation(Scenarios.of(
                        ONE_A_SECOND,
                        Duration.ofMinutes(20),
                        Scenarios.evenly(600, Duration.ofSeconds(1)),
                        Scenarios.crowd(1)))
                .run();

        assertThat(outcome.waits().visitors()).isEqualTo(600);
        assertThat(outcome.waits().p50()).isCloseTo(Duration.ofMinutes(5), Duration.ofSeconds(2));
        assertThat(outcome.waits().longest()).isCloseTo(Duration.ofMinutes(10), Duration.ofSeconds(2));
        assertThat(outcome.of(Fate.ADMITTED)).isEqualTo(600);
        assertThat(outcome.held())
                .first()
                .satisfies(held -> assertThat(held.why().name()).isEqualTo("RATE"));
    }

    @Test
    void givenAScenario_whenItIsPlayedAgain_thenItsOutcomeIsTheSame() {
        var scenario = crowded(0.8);

        assertThat(new Simulation(scenario).run()).isEqualTo(new Simulation(scenario).run());
    }

    @Test
    void givenOtherSettings_whenPlayed_thenTheSameCrowdComes() {
        var slow = new Simulation(crowded(0.8)).run();
        var fast = new Simulation(Scenarios.of(
                        ONE_A_SECOND,
                        Duration.ofMinutes(40),
                        crowded(0.8).arrivals(),
                        crowded(0.8).crowd()))
                .run();

        assertThat(fast.minutes())
                .extracting(Minute::arrived)
                .isEqualTo(slow.minutes().stream().map(Minute::arrived).toList());
        assertThat(fast.waits()).isNotEqualTo(slow.waits());
    }

    @Test
    void givenACrowdWithBotsAndNoShows_whenPlayed_thenTheRulesOfTheLineHoldAtEachMoment() {
        var checked = new ArrayList<Checked>();
        var crowd = new Crowd(
                0.7,
                Lasting.around(Duration.ofMinutes(2), 1.5),
                Optional.of(Lasting.around(Duration.ofMinutes(15), 1)),
                0.5,
                Scenarios.VISITS,
                0.5,
                new Crowd.Bots(0.05, 5, 3, 0.2),
                Map.of());
        var simulation = new Simulation(
                Scenarios.of(
                        HUNDRED_INSIDE, Duration.ofHours(1), Scenarios.evenly(2_000, Duration.ofMinutes(40)), crowd),
                lines -> {
                    checked.add(new Checked(lines));
                    return checked.get(0);
                });

        var outcome = simulation.run();

        LineInvariants.hold(
                checked.get(0), new RoomId("shop"), simulation.clock().instant());
        assertThat(checked.get(0).calls).isGreaterThan(250);
        assertThat(outcome.fates().keySet()).contains(Fate.values());
        assertThat(outcome.of(Fate.NO_SHOW)).isPositive();
        assertThat(outcome.of(Fate.GAVE_UP)).isGreaterThan(100);
    }

    /** Refuses to go on when slots are over the capacity, or a visitor is called before one who waits before. */
    private static final class Checked extends RoomStore.Forwarding {

        private long calls;
        private long last;

        private Checked(RoomStore store) {
            super(store);
        }

        @Override
        public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
            var hasMoved = super.move(room, seen, next, call);
            if (hasMoved) {
                assertThat(look(room, Instant.MIN).snapshot().slots()).isLessThanOrEqualTo(100);
                call.steps().stream()
                        .map(Step::before)
                        .filter(place -> !place.hasReturned())
                        .mapToLong(Place::number)
                        .forEach(number -> {
                            assertThat(number).isGreaterThan(last);
                            last = number;
                            calls++;
                        });
            }
            return hasMoved;
        }
    }

    @Test
    void givenAStock_whenItIsConsumed_thenTheOutcomeSaysWhenAndWhoGetsNothing() {
        var outcome = new Simulation(Scenarios.of(
                        ONE_A_SECOND.admitting(Optional.of(new Stock(200, Stock.USUALLY))),
                        Duration.ofMinutes(60),
                        Scenarios.evenly(1_000, Duration.ofMinutes(59)),
                        Scenarios.crowd(1)))
                .run();

        assertThat(outcome.of(Fate.ADMITTED)).isEqualTo(200);
        assertThat(outcome.soldOut()).isPresent();
        assertThat(outcome.of(Fate.SOLD_OUT)).isPositive();
        assertThat(outcome.leftOutside()).isEqualTo(800);
    }

    @Test
    void givenALobbyWithADrawAndAClose_whenPlayed_thenItsEntrantsAreDrawnAndTheLineEnds() {
        var schedule = new Schedule(List.of(ScheduledDate.parse(
                "UTC", "2026-11-27T09:00", "2026-11-27T09:10", "2026-11-27T09:20", "end", "receipts")));
        var outcome = new Simulation(Scenarios.of(
                        ONE_A_SECOND.open(Mode.SCHEDULED, schedule),
                        Duration.ofMinutes(40),
                        Scenarios.evenly(2_000, Duration.ofMinutes(30)),
                        Scenarios.crowd(1)))
                .run();

        assertThat(outcome.waits().visitors()).as("from the doors to the close").isCloseTo(600L, within(3L));
        assertThat(outcome.of(Fate.CLOSED)).as("after the close").isCloseTo(667L, within(60L));
        assertThat(outcome.of(Fate.SHUT_OUT)).as("in line at the close").isPositive();
        assertThat(outcome.fates().get(Fate.WAITING)).isZero();
    }

    @Test
    void givenASiteThatHalves_whenAnOperatorHalvesTheRate_thenItRecovers() {
        var site = new QueueingSite(
                List.of(new QueueingSite.Step(Duration.ZERO, 40), new QueueingSite.Step(Duration.ofMinutes(30), 20)),
                0.1,
                Duration.ofMillis(100),
                false,
                0);
        var scenario = Scenarios.of(
                ONE_A_SECOND,
                Duration.ofMinutes(60),
                Scenarios.evenly(3_600, Duration.ofMinutes(60)),
                Scenarios.crowd(1));
        var halved = Scenarios.rate(Duration.ofMinutes(40), "20/1m");

        var minutes =
                new Simulation(Scenarios.with(scenario, site, halved)).run().minutes();

        assertThat(latency(minutes, 28)).isLessThan(Duration.ofSeconds(3));
        assertThat(latency(minutes, 40)).isGreaterThan(Duration.ofSeconds(5));
        assertThat(latency(minutes, 59)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void givenALineWhosePaceIsKnown_whenPlayed_thenItsForecastsAreJudgedAsTheServiceJudgesThem() {
        var scenario = Scenarios.of(
                ONE_A_SECOND,
                MINUTE.multipliedBy(90),
                Scenarios.evenly(7_200, MINUTE.multipliedBy(80)),
                Scenarios.crowd(1));
        var halved = Scenarios.rate(MINUTE.multipliedBy(45), "30/1m");

        var steady = new Simulation(scenario).run();
        var changed = new Simulation(Scenarios.with(scenario, halved)).run();

        assertThat(steady.forecast().judged()).isGreaterThan(20);
        assertThat(steady.forecast().kept()).isEqualTo(steady.forecast().judged());
        assertThat(changed.forecast().byOperator()).isPositive();
        assertThat(OutcomeForm.TABLE.of(changed)).contains("Forecasts", "kept", "broken by acts of operators");
        assertThat(OutcomeForm.JSON.of(changed)).contains("\"forecast\"", "\"meanWidth\"");
        assertThat(OutcomeForm.HTML.of(changed)).contains("<th scope=\"row\">Forecasts</th>");
    }

    private static Duration latency(List<Minute> minutes, int minute) {
        return minutes.get(minute).site().orElseThrow().latency();
    }

    /** One that has more than it can call. */
    private static Scenario crowded(double showUp) {
        return Scenarios.of(
                HUNDRED_INSIDE,
                MINUTE.multipliedBy(40),
                Scenarios.evenly(1_500, MINUTE.multipliedBy(30)),
                Scenarios.crowd(showUp));
    }
}
