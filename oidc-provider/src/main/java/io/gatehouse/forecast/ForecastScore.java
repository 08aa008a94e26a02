package io.gatehouse.forecast;

import java.time.Instant;

/**
 * The score of the forecasts for the last visitor in line. One is judged each minute.
 *
 * @param since from when on they are counted: the beginning of the opening, if the history goes back so far
 * @param kept those whose visitor was called within the range
 * @param early those whose visitor was called before it
 * @param late those whose visitor was called after it, or still waits
 * @param byOperator those that were not kept after an operator's act; no other member counts them
 * @param widths the sum of the ranges, each as a share of its middle
 * @param misses the sum of how far calls were outside their range, likewise
 */
public record ForecastScore(
        Instant since, long kept, long early, long late, long byOperator, double widths, double misses) {

    /** The weight of a miss in the interval score: eight calls of ten are to be inside their range. */
    private static final double PENALTY = 10;

    /** A score without any outcome. */
    static ForecastScore none(Instant since) {
        return new ForecastScore(since, 0, 0, 0, 0, 0, 0);
    }

    /** How many are judged. */
    public long judged() {
        return kept + early + late;
    }

    /** The mean width of a range, as a share of the wait; 0 without any. */
    public double meanWidth() {
        return judged() == 0 ? 0 : widths / judged();
    }

    /** The mean interval score (Winkler), as a share of the wait: less is better; 0 without any. */
    public double intervalScore() {
        return judged() == 0 ? 0 : (widths + PENALTY * misses) / judged();
    }

    ForecastScore and(PromiseOutcome.Answer answer, double width) {
        return new ForecastScore(
                since,
                kept + (answer == PromiseOutcome.Answer.KEPT ? 1 : 0),
                early + (answer == PromiseOutcome.Answer.EARLY ? 1 : 0),
                late + (answer == PromiseOutcome.Answer.LATE ? 1 : 0),
                byOperator + (answer == PromiseOutcome.Answer.OPERATOR ? 1 : 0),
                widths + (answer == PromiseOutcome.Answer.OPERATOR ? 0 : width),
                misses);
    }

    ForecastScore missing(double more) {
        return new ForecastScore(since, kept, early, late, byOperator, widths, misses + more);
    }
}
