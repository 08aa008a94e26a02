package io.gatehouse.simulate;

import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Measured;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Figures of an opening by its minutes: the same for one that was recorded and for one that was played, so
 * that they can be compared.
 *
 * @param issued places that were given
 * @param claimed turns that were claimed
 * @param noShows turns that lapsed
 * @param left visitors who left the line
 * @param longestLine the longest line at the end of a minute
 * @param p50 the median of the waits, by their buckets; empty without any
 * @param p90 the wait that nine in ten did not exceed, likewise
 */
public record Comparison(
        long issued,
        long claimed,
        long noShows,
        long left,
        long longestLine,
        Optional<Duration> p50,
        Optional<Duration> p90) {

    /**
     * Those of these minutes.
     *
     * @param rows of one opening from its beginning on, at least one
     */
    public static Comparison of(List<HistoryRow> rows) {
        var last = rows.get(rows.size() - 1).soFar();
        var measured = rows.stream().map(HistoryRow::measured).reduce(Measured.NONE, Measured::and);
        return new Comparison(
                last.issued(),
                last.claimed(),
                last.noShows(),
                measured.left(),
                rows.stream().mapToLong(row -> row.peak().waiting()).max().orElse(0),
                measured.waitTimes().quantile(0.5),
                measured.waitTimes().quantile(0.9));
    }
}
