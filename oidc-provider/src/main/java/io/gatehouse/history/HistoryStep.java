package io.gatehouse.history;

import io.gatehouse.history.HistoryRow.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A step through the history of a room: the rows of one opening in an equal part of time.
 *
 * @param row what they show together; it begins where the step does
 * @param flow what happened in it; empty if no row before it says from where to count
 */
public record HistoryStep(HistoryRow row, Optional<Flow> flow) {

    /**
     * The counts between two rows.
     *
     * @param since the end of the earlier one, or the beginning of the opening: long before the step, where
     *     rows are missing in between
     * @param until the end of the later one
     */
    public record Flow(Instant since, Instant until, Tally tally) {

        /** This count as a number a minute. */
        public double perMinute(long count) {
            return count * 60_000d / Math.max(1, Duration.between(since, until).toMillis());
        }
    }

    /**
     * The steps that have a row.
     *
     * @param rows sorted by opening and time
     * @param length how long each of them covers
     * @param step a whole multiple of it
     */
    static List<HistoryStep> of(List<HistoryRow> rows, Duration length, Duration step) {
        var parts = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> List.of(row.opening(), Math.floorDiv(row.at(), step.toSeconds())),
                        LinkedHashMap::new,
                        Collectors.toList()));
        var steps = new ArrayList<HistoryStep>();
        var before = Optional.<HistoryRow>empty();
        for (var part : parts.values()) {
            var last = part.get(part.size() - 1);
            var earlier = before.or(() -> part.size() > 1 ? Optional.of(part.get(0)) : Optional.empty());
            steps.add(new HistoryStep(
                    HistoryRow.folded(part, step), earlier.map(base -> flow(base, part.get(0), last, length))));
            before = Optional.of(last);
        }
        return steps;
    }

    private static Flow flow(HistoryRow before, HistoryRow first, HistoryRow last, Duration length) {
        var until = last.begin().plus(length);
        return before.opening() == last.opening()
                ? new Flow(before.begin().plus(length), until, last.soFar().since(before.soFar()))
                : new Flow(first.begin(), until, last.soFar());
    }
}
