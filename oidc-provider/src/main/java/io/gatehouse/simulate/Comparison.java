package io.gatehouse.simulate;

import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Measured;
import io.gatehouse.history.HistoryRow.Tally;
import io.gatehouse.history.Spans;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Figures of an opening by its minutes: the same for one that was recorded and for one that was played, so
 * that they can be compared.
 *
 * @param issued places that were given
 * @param claimed turns that were claimed
 * @param noShows turns that lapsed
 * @param left visitors who left the line
 * @param longestLine the longest line at the end of a minute
 * @param waiting visitors in line at the end
 * @param waits from joining to the first call, by their buckets
 * @param slotsUsed the mean share of the capacity that visits took at the end of the minutes in which
 *     visitors waited; empty in a room without a capacity, or without a line
 */
public record Comparison(
        long issued,
        long claimed,
        long noShows,
        long left,
        long longestLine,
        long waiting,
        Spans waits,
        OptionalDouble slotsUsed) {

    /** Shares of fewer tell little. */
    private static final long FEW = 200;

    private static final long SHORT_WAIT = 60_000;

    /**
     * Figures of these minutes.
     *
     * @param rows of one opening from its beginning on, at least one
     */
    public static Comparison of(List<HistoryRow> rows) {
        return of(rows, Tally.NONE, 0);
    }

    /**
     * Figures of a part of an opening.
     *
     * @param before what had happened before
     * @param waited how many were in line then
     */
    static Comparison of(List<HistoryRow> rows, Tally before, long waited) {
        var last = rows.get(rows.size() - 1);
        var happened = last.soFar().since(before);
        var measured = Measured.of(rows);
        return new Comparison(
                happened.issued() + waited,
                happened.claimed(),
                happened.noShows(),
                measured.left(),
                rows.stream().mapToLong(row -> row.peak().waiting()).max().orElse(0),
                last.now().waiting(),
                measured.waitTimes(),
                rows.stream()
                        .filter(row -> row.now().waiting() > 0)
                        .flatMap(row -> used(row).stream())
                        .mapToDouble(Double::doubleValue)
                        .average());
    }

    private static Optional<Double> used(HistoryRow row) {
        return Optional.ofNullable(row.limitOfSlots())
                .filter(capacity -> capacity > 0)
                .map(capacity -> Math.min(1, (double) row.now().inside() / capacity));
    }

    /** The wait that this share of visitors did not exceed; empty without any. */
    public Optional<Duration> wait(double share) {
        return waits.quantile(share);
    }

    /**
     * The figure with the largest relative deviation.
     *
     * @param figure its name in words
     * @param happened what it was
     * @param played what it is
     * @param distance how far it is off, as a share of what it was; 0 or more
     */
    public record Miss(String figure, String happened, String played, double distance) {}

    /** The figure of the other that is farthest from that of this one. */
    Miss miss(Comparison other) {
        return Stream.of(
                        count("number of places given", other, Comparison::issued, FEW),
                        count("number of visitors admitted", other, Comparison::claimed, FEW),
                        count("number of turns that lapsed", other, Comparison::noShows, Math.max(FEW, claimed)),
                        count("number of visitors who left", other, Comparison::left, FEW),
                        count("longest line", other, Comparison::longestLine, FEW),
                        count("line at the end", other, Comparison::waiting, FEW),
                        wait("median wait", other, 0.5),
                        wait("wait that nine in ten do not exceed", other, 0.9))
                .max(Comparator.comparingDouble(Miss::distance))
                .orElseThrow();
    }

    private Miss count(String figure, Comparison other, ToLongFunction<Comparison> value, long least) {
        var was = value.applyAsLong(this);
        var is = value.applyAsLong(other);
        return new Miss(figure, Spoken.number(was), Spoken.number(is), distance(was, is, least));
    }

    private Miss wait(String figure, Comparison other, double share) {
        var was = millis(share);
        var is = other.millis(share);
        return new Miss(
                figure,
                Spoken.span(Duration.ofMillis(was)),
                Spoken.span(Duration.ofMillis(is)),
                distance(was, is, SHORT_WAIT));
    }

    private static double distance(long one, long other, long least) {
        return (double) Math.abs(one - other) / Math.max(one, least);
    }

    private long millis(double share) {
        return wait(share).map(Duration::toMillis).orElse(0L);
    }
}
