package io.gatehouse.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** An opening is played, recorded, and played again by what the minutes know of it. */
class RecordedOpeningTest {

    private static final Percentage TENTH = Percentage.withPercentage(10);
    private static final RoomSettings SETTINGS =
            new RoomSettings(Optional.of(Rate.parse("60/1m")), OptionalLong.of(200), false);

    private final Outcome happened = new Simulation(scenario()).run();
    private final RecordedOpening recorded = new RecordedOpening(happened.rows());

    private static Scenario scenario() {
        var crowd = new Crowd(
                0.8,
                Scenarios.DELAY,
                Optional.of(Lasting.around(Duration.ofMinutes(40), 0.8)),
                0.5,
                Scenarios.VISITS,
                0.9,
                Crowd.Bots.NONE);
        var scenario =
                Scenarios.of(SETTINGS, Duration.ofMinutes(90), Scenarios.evenly(3_000, Duration.ofMinutes(60)), crowd);
        return new Scenario(
                scenario.room(),
                scenario.span(),
                scenario.arrivals(),
                crowd,
                List.of(
                        act(20, Optional.of(true), Optional.empty()),
                        act(25, Optional.of(false), Optional.empty()),
                        act(40, Optional.empty(), Optional.of(300L))),
                Optional.empty(),
                Optional.empty(),
                7);
    }

    private static OperatorAct act(long minute, Optional<Boolean> paused, Optional<Long> capacity) {
        return new OperatorAct(Duration.ofMinutes(minute), Optional.empty(), capacity, paused, Optional.empty());
    }

    @Test
    void givenARecordedOpening_whenPlayedWithItsOwnSettings_thenItHappensAgainWithinATenth() {
        var room = Scenarios.room(SETTINGS);

        var again = Comparison.of(
                new Simulation(recorded.scenario(room, room, 1)).run().rows());

        var before = Comparison.of(happened.rows());
        assertThat(again.issued()).isEqualTo(before.issued());
        assertThat(again.claimed()).isCloseTo(before.claimed(), TENTH);
        assertThat(again.noShows()).isCloseTo(before.noShows(), within(before.claimed() / 10));
        assertThat(again.longestLine()).isCloseTo(before.longestLine(), TENTH);
        assertThat(again.wait(0.5).orElseThrow().toSeconds())
                .isCloseTo(before.wait(0.5).orElseThrow().toSeconds(), TENTH);
        assertThat(again.wait(0.9).orElseThrow().toSeconds())
                .isCloseTo(before.wait(0.9).orElseThrow().toSeconds(), TENTH);
    }

    @Test
    void givenARecordedOpening_whenPlayedWithMoreCapacity_thenMoreGetInAndThePauseIsStillThere() {
        var room = Scenarios.room(SETTINGS);
        var more = SETTINGS.at(Optional.of(Rate.parse("120/1m")), OptionalLong.of(1_000));

        var outcome = new Simulation(recorded.scenario(room, Scenarios.room(more), 1)).run();

        assertThat(Comparison.of(outcome.rows()).longestLine())
                .isLessThan(Comparison.of(happened.rows()).longestLine() / 2);
        assertThat(outcome.minutes().subList(21, 23))
                .allSatisfy(minute -> assertThat(minute.called()).isZero());
    }

    @Test
    void givenMinutesOfTwoOpeningsWithAGap_whenPlayed_thenTheLatestCountsAndNobodyIsLost() {
        var rows = happened.rows();
        var gap = rows.stream()
                .filter(row -> !row.begin().equals(Scenarios.START.plus(Duration.ofMinutes(30))))
                .toList();

        assertThat(new RecordedOpening(gap).visitors()).isEqualTo(3_000);
        assertThat(new RecordedOpening(rows.subList(50, 60)).visitors())
                .isEqualTo(rows.get(50).now().waiting()
                        + rows.get(59).soFar().since(rows.get(50).soFar()).issued());
    }
}
