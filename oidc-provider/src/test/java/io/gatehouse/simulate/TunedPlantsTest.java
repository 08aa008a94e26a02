package io.gatehouse.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.tune.TuneProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Eighteen shops whose capacity halves for a while, behind a room that finds its limit: the room, its line,
 * its turns and its visits are played. In each shop 600 visitors fit at once, so shops with short visits
 * answer more requests. A line stands at all times: visitors who pass through would claim at once, and the
 * same slots would then hold more visits.
 */
class TunedPlantsTest {

    private static final double PEOPLE = 600;
    private static final double PAGES = 30;
    private static final int CLAIM = 20;

    /** Single visitors come and go: the use of a shop is the mean of so many seconds, less where visits are short. */
    private static final int OVER = 30;

    /** One of the eighteen. */
    private record Plant(int visit, boolean isCliff, double noise, int period) {

        static List<Plant> all() {
            var all = new ArrayList<Plant>();
            for (var visit : new int[] {60, 300, 900}) {
                for (var isCliff : new boolean[] {false, true}) {
                    all.add(new Plant(visit, isCliff, 0.15, 5));
                    all.add(new Plant(visit, isCliff, 0.4, 5));
                    all.add(new Plant(visit, isCliff, 0.15, 15));
                }
            }
            return all;
        }

        /** Requests a second that the whole shop can answer. */
        double whole() {
            return PEOPLE * PAGES / visit;
        }

        /** The share of its capacity at which answers take as long as they may. */
        double good() {
            return isCliff ? 0.9 + 0.7 / 20 : 0.8;
        }

        /** How many slots make good use of a share of the shop. */
        long right(double share) {
            return Math.round(good() * share * PEOPLE * (visit + CLAIM) / visit);
        }

        int half() {
            return 3 * visit + 300;
        }

        int back() {
            return 9 * visit + 300;
        }

        int end() {
            return 13 * visit + 300;
        }

        QueueingSite site() {
            return new QueueingSite(
                    List.of(
                            new QueueingSite.Step(Duration.ZERO, whole()),
                            new QueueingSite.Step(Duration.ofSeconds(half()), whole() / 2),
                            new QueueingSite.Step(Duration.ofSeconds(back()), whole())),
                    PAGES / visit,
                    Duration.ofMillis(100),
                    isCliff,
                    noise);
        }

        /** The same shop with an operator who knows the capacity. */
        Scenario oracle() {
            var acts = List.of(capacity(half(), right(0.5)), capacity(back(), right(1)));
            return scenario(right(1), acts, Optional.empty());
        }

        Scenario tuned() {
            var limit = Duration.ofMillis(isCliff ? 1_000 : 1_500);
            return scenario(
                    ceiling(), List.of(), Optional.of(TunedSimulationTest.tune(Duration.ofSeconds(period), limit, 25)));
        }

        long ceiling() {
            return 4 * right(1);
        }

        private static OperatorAct capacity(int second, long capacity) {
            return new OperatorAct(
                    Duration.ofSeconds(second),
                    Optional.empty(),
                    Optional.of(capacity),
                    Optional.empty(),
                    Optional.empty());
        }

        private Scenario scenario(long capacity, List<OperatorAct> acts, Optional<TuneProperties> tune) {
            var visits = new Lasting(Lasting.Shape.ERLANG, Duration.ofSeconds(visit), 0);
            var claims = new Lasting(Lasting.Shape.EXPONENTIAL, Duration.ofSeconds(CLAIM), 0);
            return new Scenario(
                    Scenarios.room(new RoomSettings(Optional.empty(), OptionalLong.of(capacity), false)),
                    new Scenario.Span(Scenarios.START, Duration.ofSeconds(end())),
                    arrivals(),
                    new Crowd(1, claims, Optional.empty(), 0, visits, 1, Crowd.Bots.NONE, Map.of()),
                    acts,
                    Optional.of(site()),
                    tune,
                    7);
        }

        /** A crowd in the first minute, and then a little more than the whole shop can take. */
        private Arrivals arrivals() {
            var minute = Duration.ofMinutes(1);
            var more = Math.round(1.05 * good() * PEOPLE / visit * end());
            return new Arrivals(List.of(
                    new Arrivals.Stretch(Duration.ZERO, minute, 1, 1, 2 * right(1)),
                    new Arrivals.Stretch(minute, Duration.ofSeconds(end()), 1, 1, more)));
        }
    }

    /**
     * How one went.
     *
     * @param down how many visits it took after the capacity had halved
     * @param up the same after it was back
     * @param failed the share of requests that failed while it was halved
     * @param oracle the same with the operator who knows the capacity
     * @param least the least use at the end of the half, as a share of the right one
     */
    private record Result(
            Plant plant, double down, double up, double failed, double oracle, double least, double most, long slots) {

        boolean isGood() {
            return down <= 2 && up <= 3 && least >= 0.9 && most <= 1.1 && hasNoBurst();
        }

        boolean hasNoBurst() {
            return failed <= 1.5 * oracle + 0.005;
        }
    }

    @Test
    void givenEighteenShops_whenTheirCapacityHalvesForAWhile_thenRoomsFollowWithoutABurstOfErrors() {
        var oracles = new HashMap<Scenario, Double>();
        var results = Plant.all().stream().map(plant -> result(plant, oracles)).toList();

        assertThat(results)
                .as(results.toString())
                .hasSize(18)
                .allMatch(Result::hasNoBurst)
                .allMatch(one -> one.slots <= one.plant.ceiling());
        assertThat(results.stream().filter(Result::isGood))
                .as(results.toString())
                .hasSizeGreaterThanOrEqualTo(16);
    }

    private static Result result(Plant plant, Map<Scenario, Double> oracles) {
        var tuned = played(plant.tuned());
        var quiet = new Plant(plant.visit, plant.isCliff, 0, 5);
        var uses = tuned.uses(Math.min(OVER, plant.visit / 6));
        var tail = uses.subList(plant.back() - 4 * plant.visit, plant.back()).stream()
                .mapToDouble(use -> use / plant.good())
                .summaryStatistics();
        return new Result(
                plant,
                settled(uses, plant, plant.half(), plant.back()),
                settled(uses, plant, plant.back(), plant.end()),
                tuned.failed(plant),
                oracles.computeIfAbsent(
                        quiet.oracle(), scenario -> played(scenario).failed(plant)),
                tail.getMin(),
                tail.getMax(),
                tuned.slots);
    }

    /** The last second in which the use was not within a tenth, in visits. */
    private static double settled(List<Double> uses, Plant plant, int from, int until) {
        var last = from;
        for (var second = from; second < until; second++) {
            if (Math.abs(uses.get(second) - plant.good()) > plant.good() / 10) {
                last = second;
            }
        }
        return (double) (last - from) / plant.visit;
    }

    private static Seconds played(Scenario scenario) {
        var simulation = new Simulation(scenario);
        var seconds = new Seconds(simulation);
        simulation.run(seconds);
        return seconds;
    }

    /** How a site fared in each second, the first at 1. */
    private static final class Seconds implements RoomWatcher {

        private final Simulation simulation;
        private final List<SiteModel.Health> all = new ArrayList<>();
        private long slots;

        private Seconds(Simulation simulation) {
            this.simulation = simulation;
            all.add(new SiteModel.Health(Duration.ZERO, 0, 0));
        }

        @Override
        public void saw(Room room, RoomSnapshot seen, Instant now) {
            simulation.health().ifPresent(all::add);
            slots = Math.max(slots, seen.slots());
        }

        @Override
        public void lostSight(Room room) {}

        /** The use in each second, as the mean of a span that ends with it. */
        private List<Double> uses(int over) {
            var uses = new ArrayList<Double>();
            var sum = 0d;
            for (var second = 0; second < all.size(); second++) {
                sum += all.get(second).load()
                        - (second < over ? 0 : all.get(second - over).load());
                uses.add(sum / over);
            }
            return uses;
        }

        private double failed(Plant plant) {
            var failed = 0d;
            var asked = 0d;
            for (var one : all.subList(plant.half(), plant.back())) {
                failed += one.load() * one.errors();
                asked += one.load();
            }
            return failed / asked;
        }
    }
}
