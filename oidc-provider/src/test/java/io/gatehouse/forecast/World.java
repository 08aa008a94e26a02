package io.gatehouse.forecast;

import io.gatehouse.forecast.Forecast.By;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;

/**
 * A room for three hours, in steps of five seconds, of which a line always stands: by how many the counter
 * moves, made up by chance. The eight kinds are those by which the priors were chosen.
 */
enum World {
    /** The rate holds the line. */
    STEADY(By.RATE),
    /** People leave a line that the rate holds: up to three of ten. */
    ABANDON(By.RATE),
    /** An operator halves the rate after 75 minutes. */
    HALVED(By.RATE),
    /** An operator doubles it. */
    DOUBLED(By.RATE),
    /** Slots hold the line, and visits end by chance. */
    CAPACITY(By.MEASURED),
    /** The site takes nobody for two to ten minutes now and then. */
    PAUSES(By.MEASURED),
    /** A limit finds itself, between three tenths and twice the usual speed. */
    ADAPTIVE(By.TUNED),
    /** A thousand turns each five minutes. */
    PERIODIC(By.PERIODS);

    static final int SECONDS = 5;
    static final double PER_MINUTE = 200;
    private static final int STEPS = 2_160;
    private static final double USUAL = PER_MINUTE / 60 * SECONDS;
    private static final int ACT = 4_500;
    private static final int[] PAUSE = {120, 300, 600};
    private static final long BEHIND = 4_000;

    final By by;

    World(By by) {
        this.by = by;
    }

    /** The counter after each step. */
    double[] played(long seed) {
        var chance = new Random(31 * seed + ordinal());
        var counter = new double[STEPS + 1];
        var state = new double[1];
        for (int step = 0; step < STEPS; step++) {
            var mean = mean(step * SECONDS, state, chance);
            var noise = mean > 0 && this != PERIODIC ? chance.nextGaussian() * Math.sqrt(mean) : 0;
            counter[step + 1] = counter[step] + Math.max(0, mean + noise);
        }
        return counter;
    }

    private double mean(int time, double[] state, Random chance) {
        return switch (this) {
            case STEADY -> USUAL;
            case ABANDON -> USUAL / (1 - 0.3 * Math.min(1, time / 5400d));
            case HALVED -> USUAL * (time > ACT ? 0.5 : 1);
            case DOUBLED -> USUAL * (time > ACT ? 2 : 1);
            case CAPACITY -> {
                var kept = Math.exp(-SECONDS / 180d);
                state[0] = kept * state[0] + 0.25 * Math.sqrt(1 - kept * kept) * chance.nextGaussian();
                yield USUAL * Math.max(0.05, 1 + state[0]);
            }
            case PAUSES -> {
                if (state[0] <= 0 && chance.nextDouble() < SECONDS / 2400d) {
                    state[0] = PAUSE[chance.nextInt(PAUSE.length)] + SECONDS;
                }
                state[0] -= SECONDS;
                yield state[0] > 0 ? 0 : USUAL;
            }
            case ADAPTIVE -> {
                state[0] = Math.max(Math.log(0.3), Math.min(Math.log(2), state[0])) + 0.04 * chance.nextGaussian();
                yield USUAL * Math.exp(state[0]);
            }
            case PERIODIC -> time % 300 == 0 ? 1000 : 0;
        };
    }

    /** What is read at a minute. */
    LineReading reading(double[] counter, int minute) {
        var gone = (long) counter[minute * 60 / SECONDS];
        var set = set(minute * 60);
        return new LineReading(
                Instant.EPOCH.plusSeconds(60L * minute), 1, gone + BEHIND, gone, true, by, set, "rate " + set);
    }

    private double set(int time) {
        return switch (this) {
            case STEADY, ABANDON -> PER_MINUTE;
            case HALVED -> time > ACT ? PER_MINUTE / 2 : PER_MINUTE;
            case DOUBLED -> time > ACT ? PER_MINUTE * 2 : PER_MINUTE;
            case ADAPTIVE -> PER_MINUTE * 2;
            default -> 0;
        };
    }

    /** Whether an operator acts between two times. */
    boolean isChanged(int from, int to) {
        return (this == HALVED || this == DOUBLED) && from <= ACT && to > ACT;
    }

    /** When the counter has come so far, in seconds; negative if it does not. */
    static int called(double[] counter, double target) {
        var found = Arrays.binarySearch(counter, target);
        var step = found < 0 ? -found - 1 : found;
        while (step > 0 && step < counter.length && counter[step - 1] >= target) {
            step--;
        }
        return step < counter.length ? step * SECONDS : -1;
    }
}
