package io.gatehouse.simulate;

import java.time.Duration;
import java.util.List;

/**
 * A site that can answer so many requests a second. Its latency rises with the load, and what it cannot
 * answer waits in a backlog; what would wait longer than {@value #LONGEST_BACKLOG} seconds is an error.
 *
 * @param capacity how many requests a second it can answer, from which time on; the earliest first
 * @param perSecond how many requests a visitor inside makes in a second
 * @param alone how long an answer takes that waits for no other
 * @param isCliff whether latency stays flat up to nine tenths of the load and then rises steeply; else it
 *     rises as in a queue with random arrivals (M/M/1)
 * @param noise how much the measured latency varies: the standard deviation of its logarithm
 */
public record QueueingSite(List<Step> capacity, double perSecond, Duration alone, boolean isCliff, double noise)
        implements SiteModel {

    private static final double LONGEST_BACKLOG = 5;

    /** Beyond this load a queue's latency tells nothing: the backlog does. */
    private static final double FULL = 0.97;

    private static final double P95 = 3;
    private static final double EDGE = 0.9;
    private static final double STEEPNESS = 20;

    /** The capacity from this time on, counted from the beginning: requests a second. */
    public record Step(Duration from, double perSecond) {

        public Step {
            if (!(perSecond > 0 && perSecond < 1e9)) {
                throw new IllegalArgumentException("must be more than 0, was " + perSecond);
            }
        }
    }

    public QueueingSite {
        capacity = List.copyOf(capacity);
        if (capacity.isEmpty()) {
            throw new IllegalArgumentException("must be one capacity or more, was none");
        }
    }

    @Override
    public Running begin(long seed) {
        var chance = new Chance(seed, 5);
        var backlog = new double[1];
        return (inside, at) -> {
            var most = most(at);
            var requests = inside * perSecond;
            var waiting = Math.max(0, backlog[0] + requests - most);
            var refused = Math.max(0, waiting - LONGEST_BACKLOG * most);
            backlog[0] = waiting - refused;
            var load = requests / most;
            var seconds = (latency(Math.min(load, FULL)) + backlog[0] / most) * chance.logNormal(noise);
            return new Health(
                    Duration.ofMillis(Math.round(seconds * 1000)), requests > 0 ? refused / requests : 0, load);
        };
    }

    private double latency(double load) {
        var least = P95 * alone.toMillis() / 1000;
        if (isCliff) {
            return least + Math.max(0, load - EDGE) * STEEPNESS;
        }
        return least / (1 - load);
    }

    private double most(Duration at) {
        return capacity.stream()
                .filter(step -> step.from().compareTo(at) <= 0)
                .reduce(capacity.get(0), (earlier, later) -> later)
                .perSecond();
    }
}
