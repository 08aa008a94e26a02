package io.gatehouse.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.simulate.RecordedOpening.Trial;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An opening is played, recorded, and played again by what the minutes know of it. */
class RecordedOpeningTest {

    private static final Percentage TENTH = Percentage.withPercentage(10);
    private static final RoomSettings SETTINGS =
            new RoomSettings(Optional.of(Rate.parse("60/1m")), OptionalLong.of(200), false);

    private static final Outcome HAPPENED = new Simulation(scenario()).run();

    private final Outcome happened = HAPPENED;
    private final RecordedOpening recorded = new RecordedOpening(happened.rows());

    private static Scenario scenario() {
        var crowd = new Crowd(
                0.8,
                Scenarios.DELAY,
                Optional.of(Lasting.around(Duration.ofMinutes(40), 0.8)),
                0.5,
                Scenarios.VISITS,
                0.9,
                Crowd.Bots.NONE,
                Map.of());
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

        var played = recorded.again(room, Trial.of(room), 1);
        var again = Comparison.of(new Simulation(played.scenario()).run().rows());

        assertThat(played.missed()).isEmpty();
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

        var outcome = new Simulation(
                        recorded.again(room, Trial.of(Scenarios.room(more)), 1).scenario())
                .run();

        assertThat(Comparison.of(outcome.rows()).longestLine())
                .isLessThan(Comparison.of(happened.rows()).longestLine() / 2);
        assertThat(outcome.minutes().subList(21, 23))
                .allSatisfy(minute -> assertThat(minute.called()).isZero());
    }

    @Test
    void givenAnOpeningThatItsRoomCannotRepeat_whenPlayed_thenTheFigureThatIsFarthestIsNamed() {
        var room = Scenarios.room(SETTINGS);
        var limits = room.limits();
        var small = room.with(
                SETTINGS,
                room.terms(),
                new Room.Limits(50, limits.lobbyWork(), limits.mostPerNetwork(), limits.browsers()));

        var half = new RecordedOpening(happened.rows().subList(0, 25));

        var miss = half.again(small, Trial.of(small), 1).missed().orElseThrow();

        assertThat(miss.figure()).contains("line");
        assertThat(miss.happened()).isNotEqualTo(miss.played());
        assertThat(miss.distance()).isGreaterThan(0.1);
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

    /** How an opening went: its room, how many came in an hour, and what is special about its crowd. */
    private record Case(
            String name, Room room, long visitors, double showUp, Lasting visits, double logouts, OperatorAct... acts) {

        private Case(
                String name,
                RoomSettings settings,
                long visitors,
                double showUp,
                Lasting visits,
                double logouts,
                OperatorAct... acts) {
            this(name, Scenarios.room(settings), visitors, showUp, visits, logouts, acts);
        }

        @Override
        public String toString() {
            return name;
        }

        private Outcome play() {
            var crowd = new Crowd(
                    showUp,
                    Scenarios.DELAY,
                    Optional.of(Lasting.around(Duration.ofMinutes(40), 0.8)),
                    0.5,
                    visits,
                    logouts,
                    Crowd.Bots.NONE,
                    room.lanes().has("members") ? Map.of("members", 0.2) : Map.of());
            return new Simulation(new Scenario(
                            room,
                            new Scenario.Span(Scenarios.START, Duration.ofMinutes(90)),
                            Scenarios.evenly(visitors, Duration.ofMinutes(60)),
                            crowd,
                            List.of(acts),
                            Optional.empty(),
                            Optional.empty(),
                            7))
                    .run();
        }
    }

    private static List<Case> cases() {
        var few = Optional.of(new Stock(500, Stock.USUALLY));
        var many = Optional.of(new Stock(1_000, Stock.USUALLY));
        var briefly = Lasting.around(Duration.ofSeconds(30), 0.5);
        var letIn = new OperatorAct(
                Duration.ofMinutes(15), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(200L));
        return List.of(
                new Case("stock, rate", rate("30/1m").admitting(few), 1_500, 0.8, Scenarios.VISITS, 1),
                new Case("stock, capacity", slots(200).admitting(many), 3_000, 0.8, Scenarios.VISITS, 1),
                new Case("short visits", slots(50), 6_000, 0.8, briefly, 1),
                new Case("half without a logout", slots(200), 1_500, 0.9, Scenarios.VISITS, 0.5),
                new Case("let in by hand", rate("20/1m"), 3_000, 0.9, Scenarios.VISITS, 1, letIn),
                new Case("lanes", lanes(slots(200)), 3_000, 0.8, Scenarios.VISITS, 1),
                new Case("draw", drawn(rate("30/1m")), 1_500, 0.8, Scenarios.VISITS, 1));
    }

    /** Members, a fifth of the visitors, are called as often as all others. */
    private static Room lanes(RoomSettings settings) {
        var plain = Scenarios.room(settings);
        return new Room(
                plain.id(),
                plain.title(),
                settings,
                plain.terms(),
                Optional.empty(),
                plain.limits(),
                Lanes.of(List.of(new Lane("members", 1, false))),
                false,
                false,
                false);
    }

    /** The doors open after 20 minutes. */
    private static RoomSettings drawn(RoomSettings settings) {
        return settings.open(
                Mode.SCHEDULED,
                new Schedule(List.of(ScheduledDate.parse(
                        "UTC", "2026-11-27T09:00", "2026-11-27T09:20", "2026-11-27T10:25", "end", "receipts"))));
    }

    private static RoomSettings rate(String rate) {
        return new RoomSettings(Optional.of(Rate.parse(rate)), OptionalLong.empty(), false);
    }

    private static RoomSettings slots(long capacity) {
        return new RoomSettings(Optional.empty(), OptionalLong.of(capacity), false);
    }

    /** Slots and stocks make much of chance: no-shows are held by the turns that they were among. */
    @ParameterizedTest
    @MethodSource("cases")
    void givenOpeningsThatHideMuch_whenPlayedWithTheirOwnSettings_thenEachFigureComesOutWithinATenth(Case one) {
        var rows = one.play().rows();
        var room = one.room();

        var again = Comparison.of(new Simulation(
                        new RecordedOpening(rows).again(room, Trial.of(room), 1).scenario())
                .run()
                .rows());

        var before = Comparison.of(rows);
        assertThat(again.issued()).isCloseTo(before.issued(), TENTH);
        assertThat(again.claimed()).isCloseTo(before.claimed(), TENTH);
        assertThat(again.noShows()).isCloseTo(before.noShows(), within(before.claimed() / 20));
        assertThat(again.left()).isCloseTo(before.left(), within(Math.max(20, before.left() / 10)));
        assertThat(again.longestLine()).isCloseTo(before.longestLine(), TENTH);
        assertThat(again.waiting()).isCloseTo(before.waiting(), TENTH);
        assertThat(seconds(again, 0.5)).isCloseTo(seconds(before, 0.5), within(10 + seconds(before, 0.5) / 10));
        assertThat(seconds(again, 0.9)).isCloseTo(seconds(before, 0.9), within(10 + seconds(before, 0.9) / 10));
    }

    private static long seconds(Comparison figures, double share) {
        return figures.wait(share).orElseThrow().toSeconds();
    }
}
