package io.gatehouse.simulate;

import io.gatehouse.forecast.ForecastScore;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.room.Advance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The outcome of a scenario.
 *
 * @param fates how many visitors met each fate; programs are not counted
 * @param waits from the join to the call
 * @param peak the longest line
 * @param slotsUsed the mean share of the capacity that visits took while visitors waited; empty in a room
 *     without a capacity, or without a line
 * @param soldOut from when on the stock was consumed
 * @param rows the minutes as a room's history would have them
 * @param rest the line at the end; empty without one
 * @param forecast what came of the forecasts that pages would have shown
 */
public record Outcome(
        Scenario scenario,
        Map<Fate, Long> fates,
        Waits waits,
        Peak peak,
        OptionalDouble slotsUsed,
        Optional<Instant> soldOut,
        List<Minute> minutes,
        List<HistoryRow> rows,
        Optional<Rest> rest,
        ForecastScore forecast) {

    /** Waits of the visitors who were called, by rank: so many percent waited no longer. */
    public record Waits(long visitors, Duration p10, Duration p50, Duration p90, Duration p99, Duration longest) {

        /** @param sorted milliseconds, the shortest first */
        static Waits of(List<Long> sorted) {
            return new Waits(
                    sorted.size(), at(sorted, 10), at(sorted, 50), at(sorted, 90), at(sorted, 99), at(sorted, 100));
        }

        private static Duration at(List<Long> sorted, int percent) {
            var rank = (int) ((sorted.size() * (long) percent + 99) / 100);
            return sorted.isEmpty() ? Duration.ZERO : Duration.ofMillis(sorted.get(Math.max(0, rank - 1)));
        }
    }

    /** The longest line, and when it was so long. */
    public record Peak(long waiting, Instant at) {}

    /** A rule that held the line from when to when. */
    public record Held(Instant from, Instant until, Advance.Why why) {}

    /**
     * The line at the end.
     *
     * @param waiting how many are in line
     * @param longest how long the last visitor in line waits in all, at the pace of the last half hour with
     *     calls; empty when no visitor was called
     */
    public record Rest(long waiting, Optional<Duration> longest) {}

    public Outcome {
        minutes = List.copyOf(minutes);
        rows = List.copyOf(rows);
        fates = Collections.unmodifiableMap(new EnumMap<>(fates)); // In their order, which Map.copyOf changes.
    }

    /** The rules that held the line: minutes of one rule together. */
    public List<Held> held() {
        var spans = new ArrayList<Held>();
        for (var minute : minutes) {
            var until = minute.from().plus(Duration.ofMinutes(1));
            var last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
            if (last != null
                    && minute.held().equals(Optional.of(last.why()))
                    && last.until().equals(minute.from())) {
                spans.set(spans.size() - 1, new Held(last.from(), until, last.why()));
            } else {
                minute.held().ifPresent(why -> spans.add(new Held(minute.from(), until, why)));
            }
        }
        return spans;
    }

    /** How many visitors met this fate. */
    public long of(Fate fate) {
        return fates.getOrDefault(fate, 0L);
    }

    /** How many visitors arrived. */
    public long visitors() {
        return fates.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many wanted to get in, and could not by the end. */
    public long leftOutside() {
        return fates.entrySet().stream()
                .filter(fate -> fate.getKey().isLeftOutside())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
