package io.gatehouse.simulate;

import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Tally;
import io.gatehouse.history.Spans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The behaviour of an opening's visitors, in line and at their turn: the values that explain best how many
 * left in each minute, and how many turns of each minute lapsed a claim window later. A visitor who closes
 * the page leaves no trace but a turn that lapses; such turns grow with the wait, and those of visitors who
 * never meant to come do not. Visitors who are called on arrival are there. Turns whose window is still open
 * at the end do not count. A line in its order is supposed.
 *
 * @param showUp the share of visitors who come, of those who have waited and have not given up
 * @param patience empty: as long as it takes
 * @param leaving the share of those who give up by the button
 * @param atOnce how many claimed on arrival
 */
record Manners(double showUp, Optional<Lasting> patience, double leaving, double atOnce) {

    /** The least number of ended turns, of visitors who waited, that tells these figures. */
    static final long FEWEST_OUTCOMES = 30;

    /** Longer histories are taken in longer steps. */
    private static final int MOST_STEPS = 1_440;

    /** Patience is tried from a minute to two days. */
    private static final int TRIED = 31;

    private static final double TRIED_FACTOR = 1.3;
    private static final double[] SPREADS = {0.4, 0.8, 1.2};

    /** The misfit by which patience must be better than none, where no visitor has left by the button. */
    private static final double TELLING = 10;

    /** The manners that fit these rows best; empty where too few outcomes are known. */
    static Optional<Manners> of(List<HistoryRow> rows, Tally before, Duration claimWindow) {
        var fit = new Fit(rows, before, RecordedOpening.seconds(claimWindow));
        if (fit.outcomes() < FEWEST_OUTCOMES) {
            return Optional.empty();
        }
        var best = fit.tried(Optional.empty());
        var misfit = best.misfit() - (fit.hasLeft() ? 0 : TELLING);
        for (var patience : candidates()) {
            var next = fit.tried(Optional.of(patience));
            if (next.misfit() < misfit) {
                best = next;
                misfit = next.misfit();
            }
        }
        return Optional.of(best.manners());
    }

    /** Turns that were made between both. Numbers of visitors who had left are called too, but make none. */
    static long turns(HistoryRow before, HistoryRow row) {
        return turns(
                row.soFar().since(before.soFar()),
                row.now().turns() - before.now().turns());
    }

    private static long turns(Tally more, long open) {
        return Math.max(0, more.claimed() + more.noShows() + open);
    }

    private static List<Lasting> candidates() {
        var all = new ArrayList<Lasting>();
        for (var n = 0; n < TRIED; n++) {
            var typical = RecordedOpening.span(60 * StrictMath.pow(TRIED_FACTOR, n));
            all.add(new Lasting(Lasting.Shape.EXPONENTIAL, typical, 0));
            Arrays.stream(SPREADS).forEach(spread -> all.add(Lasting.around(typical, spread)));
        }
        return all;
    }

    /** The share of visitors who have given up after this time. */
    private static double gone(Lasting patience, double seconds) {
        if (seconds <= 0) {
            return 0;
        }
        var part = seconds / RecordedOpening.seconds(patience.typical());
        if (patience.shape() == Lasting.Shape.EXPONENTIAL) {
            return 1 - StrictMath.exp(-part);
        }
        var z = StrictMath.log(part) / patience.spread();
        // The normal distribution, by its logistic approximation: exact to 0.0002.
        return 1 / (1 + StrictMath.exp(-z * (1.5976 + 0.07056 * z * z)));
    }

    private record Tried(Manners manners, double misfit) {}

    private static final class Fit {

        private final int steps;
        private final double[] at;
        private final double[] issued;
        private final double[] called;
        private final double[] lapsed;
        private final double[] left;
        private final double[] turns;
        private final double[] atFirst;
        private final double[] waits;
        private final double[] lapses;

        private Fit(List<HistoryRow> rows, Tally before, double window) {
            var length = (rows.size() + MOST_STEPS - 1) / MOST_STEPS;
            steps = (rows.size() + length - 1) / length;
            // Place 0 is the beginning.
            at = new double[steps + 1];
            issued = new double[steps + 1];
            called = new double[steps + 1];
            lapsed = new double[steps + 1];
            left = new double[steps + 1];
            turns = new double[steps + 1];
            atFirst = new double[steps + 1];
            waits = new double[steps + 1];
            lapses = new double[steps + 1];
            var tally = before;
            var open = 0L;
            issued[0] = before.issued();
            called[0] = before.called();
            lapsed[0] = before.noShows();
            for (var n = 1; n <= steps; n++) {
                var some = rows.subList((n - 1) * length, Math.min(rows.size(), n * length));
                var row = some.get(some.size() - 1);
                at[n] = row.at() - rows.get(0).at() + 60d;
                issued[n] = row.soFar().issued();
                called[n] = row.soFar().called();
                lapsed[n] = row.soFar().noShows();
                var measured = HistoryRow.Measured.of(some);
                left[n] = measured.left();
                turns[n] = turns(row.soFar().since(tally), row.now().turns() - open);
                var counts = measured.waits();
                var total = measured.waitTimes().total();
                atFirst[n] = total == 0 ? 0 : (double) counts.get(0) / total;
                tally = row.soFar();
                open = row.now().turns();
            }
            for (var n = 1; n <= steps; n++) {
                var middle = (at[n - 1] + at[n]) / 2;
                waits[n] = Math.max(0, middle - between(issued, at, (called[n - 1] + called[n]) / 2));
                var isKnown = at[n] + window <= at[steps];
                lapses[n] = isKnown
                        ? between(at, lapsed, at[n] + window) - between(at, lapsed, at[n - 1] + window)
                        : Double.NaN;
            }
        }

        /** The y of this x, of points in the order of x. */
        private static double between(double[] xs, double[] ys, double x) {
            var found = Arrays.binarySearch(xs, x);
            var after = found >= 0 ? found : -found - 1;
            if (after == 0 || after == xs.length) {
                return after == 0 ? ys[0] : ys[xs.length - 1];
            }
            var width = xs[after] - xs[after - 1];
            return width == 0 ? ys[after] : ys[after - 1] + (ys[after] - ys[after - 1]) * (x - xs[after - 1]) / width;
        }

        private double outcomes() {
            var sum = 0d;
            for (var n = 1; n <= steps; n++) {
                sum += Double.isNaN(lapses[n]) ? 0 : turns[n] * (1 - atFirst[n]);
            }
            return sum;
        }

        private boolean hasLeft() {
            return DoubleStream.of(left).sum() > 0;
        }

        private Tried tried(Optional<Lasting> patience) {
            var giving = patience.map(this::giving).orElseGet(() -> new double[steps + 1]);
            var all = DoubleStream.of(giving).sum();
            var leaving = all == 0 ? 0 : Math.min(1, DoubleStream.of(left).sum() / all);
            var there = new double[steps + 1];
            for (var n = 1; n <= steps; n++) {
                var wait = waits[n];
                var gone = patience.map(one -> gone(one, wait)).orElse(0d);
                there[n] = gone == 1 ? 0 : (1 - gone) / (1 - leaving * gone);
            }
            var shares = shares(there);
            var misfit = 0d;
            var atOnce = 0d;
            var passing = shares[0] > 0.99 ? 0 : 1 - shares[1] / (1 - shares[0]);
            for (var n = 1; n <= steps; n++) {
                misfit += misfit(left[n], leaving * giving[n]);
                atOnce += turns[n] * atFirst[n] * passing;
                if (!Double.isNaN(lapses[n])) {
                    var waited = turns[n] * (1 - atFirst[n]);
                    misfit +=
                            misfit(lapses[n], waited * (1 - shares[0] * there[n]) + turns[n] * atFirst[n] * shares[1]);
                }
            }
            return new Tried(new Manners(shares[0], patience, leaving, atOnce), misfit);
        }

        private static double misfit(double was, double expected) {
            return (was - expected) * (was - expected) / (expected + 1);
        }

        /** How many of those in line give up in each step. */
        private double[] giving(Lasting patience) {
            var giving = new double[steps + 1];
            var width = at[steps] / steps;
            var gone = new double[steps + 2];
            for (var n = 0; n < gone.length; n++) {
                gone[n] = gone(patience, (n - 0.5) * width);
            }
            for (var n = 1; n <= steps; n++) {
                for (var came = n; came > 0 && issued[came] > called[n]; came--) {
                    var inLine = issued[came] - Math.max(called[n], issued[came - 1]);
                    giving[n] += inLine * (gone[n - came + 1] - gone[n - came]);
                }
            }
            return giving;
        }

        /** Show-up of those who waited, and no-shows of those who did not: the least squares of what lapsed. */
        private double[] shares(double[] there) {
            double aa = 0, ab = 0, bb = 0, ay = 0, by = 0;
            for (var n = 1; n <= steps; n++) {
                if (!Double.isNaN(lapses[n]) && turns[n] > 0) {
                    var waited = turns[n] * (1 - atFirst[n]);
                    var a = waited * there[n];
                    var b = turns[n] * atFirst[n];
                    var y = waited - lapses[n];
                    aa += a * a / turns[n];
                    ab -= a * b / turns[n];
                    bb += b * b / turns[n];
                    ay += a * y / turns[n];
                    by -= b * y / turns[n];
                }
            }
            var determinant = aa * bb - ab * ab;
            var showUp = bb == 0 || determinant <= 1e-9 * aa * bb ? ay / aa : (ay * bb - by * ab) / determinant;
            var bounded = Math.max(0, Math.min(1, aa == 0 ? 1 : showUp));
            var noShows = bb == 0 ? 0 : (by - ab * bounded) / bb;
            return new double[] {bounded, Math.max(0, Math.min(1 - bounded, noShows))};
        }
    }

    /**
     * Spans as a room's history has counted them, those of a bucket spread evenly over it, and all of them
     * scaled to the mean that was measured: the buckets are wide.
     *
     * @param counted at least one
     * @param scale of each span to the mean
     */
    record Counted(Spans counted, Duration mean, double scale) implements Timing {

        private static final int PARTS = 100;

        Counted(Spans counted, Duration mean) {
            this(counted, mean, mean.toMillis() / mean(counted));
        }

        @Override
        public long draw(Chance chance) {
            var span = counted.quantile(chance.share()).orElseThrow().toMillis();
            return Math.max(1, Math.round(span * scale));
        }

        /** In milliseconds. */
        private static double mean(Spans counted) {
            var sum = 0d;
            for (int part = 0; part < PARTS; part++) {
                sum += counted.quantile((part + 0.5) / PARTS).orElseThrow().toMillis();
            }
            return Math.max(1, sum / PARTS);
        }
    }
}
