package io.gatehouse.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The difference between waits and what the speed of the line says, learnt from the line's own counter, for
 * horizons from half a minute to two hours.
 *
 * <p>Each minute it asks how long as many turns take as the speed says for each horizon. When the counter has
 * come so far, the logarithm of the true time over the horizon moves two bounds: up by a little if it is
 * above the bound, down if it is below, each so that about a tenth stays outside. That is quantile tracking,
 * the form for each horizon of adaptive conformal inference (Gibbs and Candès 2021, arXiv 2106.00170). A
 * question whose time is over moves the upper bound at once, so a line that stops is noticed before it moves
 * again.
 *
 * <p>No visitor is needed for it, and chance has no part in it: the same readings make the same bounds.
 */
final class Spread {

    /** In seconds. */
    static final double[] HORIZONS = {30, 60, 120, 240, 480, 960, 1920, 3840, 7680};

    /** A little less than the tenth that is to stay outside: what is learnt lags behind. */
    private static final double OUTSIDE = 0.09;

    private static final double STEP = 0.05;

    /**
     * In seconds. The questions of a longer horizon overlap, so one slow quarter of an hour makes many of
     * them late: each of them counts for less.
     */
    private static final double ALONE = 240;

    /**
     * The bounds of ln(true/said) at the beginning, which were learnt in eight kinds of rooms.
     *
     * @param low the lower bound, for a horizon in seconds
     * @param high the upper bound, likewise
     * @param narrowest how wide the range is taken for at least when a bound moves
     * @param first the step of the first answer; of the second it is half of that, and so on down to the
     *     usual one
     */
    record Prior(DoubleUnaryOperator low, DoubleUnaryOperator high, double narrowest, double first) {

        private static final double HOUR = 3840;

        /**
         * The speed is known. Visitors may leave the line, so calls are rather early than late. They leave by
         * chance, which matters less in a longer wait; but in hours a rate may also become too high.
         */
        static final Prior KNOWN = new Prior(
                wait -> -0.02 - 0.165 * Math.sqrt(wait / HOUR),
                wait -> Math.min(0.05, Math.max(0.51 / Math.sqrt(wait), 3.55e-6 * wait)),
                0.1,
                0.1);

        /** The speed is measured. Slots come back by chance, and a pause makes less of a long wait. */
        static final Prior MEASURED = new Prior(
                wait -> -0.21 * Math.min(1.35, Math.pow(HOUR / wait, 0.2)),
                wait -> 0.33 * Math.min(1.4, Math.pow(HOUR / wait, 0.3)),
                0.3,
                0.1);

        /** A limit that finds itself goes up and down all the time, and has seen all of that in half an hour. */
        static final Prior TUNED = new Prior(
                wait -> -0.43 * Math.pow(Math.min(1, wait / 1600), 0.3),
                wait -> 0.41 * Math.pow(Math.min(1, wait / 1600), 0.3),
                0.3,
                0.05);
    }

    private static final class Question {
        private final double asked;
        private final double target;
        private boolean isLate;

        private Question(double asked, double target) {
            this.asked = asked;
            this.target = target;
        }
    }

    private final Prior prior;
    private final double[] low = new double[HORIZONS.length];
    private final double[] high = new double[HORIZONS.length];
    private final long[] answers = new long[HORIZONS.length];
    private final List<List<Question>> open = new ArrayList<>();

    Spread(Prior prior) {
        this.prior = prior;
        for (int index = 0; index < HORIZONS.length; index++) {
            low[index] = prior.low().applyAsDouble(HORIZONS[index]);
            high[index] = prior.high().applyAsDouble(HORIZONS[index]);
            open.add(new ArrayList<>());
        }
    }

    /** The counter has moved from one number to another between two times, in seconds. */
    void see(double from, long before, double to, long gone) {
        for (int index = 0; index < HORIZONS.length; index++) {
            var horizon = index;
            open.get(index).removeIf(question -> isAnswered(horizon, question, from, before, to, gone));
        }
    }

    private boolean isAnswered(int index, Question question, double from, long before, double to, long gone) {
        var isDue = gone >= question.target;
        var part = isDue && gone > before ? Math.max(0, (question.target - before) / (gone - before)) : 1;
        var time = Math.max(1, from + part * (to - from) - question.asked);
        var error = Math.log(time / HORIZONS[index]);
        if (!question.isLate && (isDue || error > high[index])) {
            high[index] += step(index) * (1 - OUTSIDE - (error < high[index] ? 1 : 0));
            question.isLate = true;
        }
        if (isDue) {
            low[index] += step(index) * (OUTSIDE - (error < low[index] ? 1 : 0));
            answers[index]++;
        }
        return isDue;
    }

    private double step(int index) {
        return Math.max(STEP, prior.first() / (answers[index] + 1))
                * Math.min(1, ALONE / HORIZONS[index])
                * Math.max(prior.narrowest(), high[index] - low[index]);
    }

    /** Asks anew, at a time and a number of the counter. */
    void ask(double now, long gone, DoubleUnaryOperator turnsIn) {
        for (int index = 0; index < HORIZONS.length; index++) {
            var turns = turnsIn.applyAsDouble(HORIZONS[index]);
            if (turns > 0) {
                open.get(index).add(new Question(now, gone + turns));
            }
        }
    }

    /** Drops the open questions: the speed was changed, or the line was empty. */
    void forget() {
        open.forEach(List::clear);
    }

    /** The shortest wait that is likely, of one that the speed says for this horizon. */
    double from(int index) {
        return HORIZONS[index] * Math.exp(Math.min(low[index], high[index]));
    }

    /** The longest wait that is likely, likewise. */
    double to(int index) {
        return HORIZONS[index] * Math.exp(Math.max(low[index], high[index]));
    }
}
