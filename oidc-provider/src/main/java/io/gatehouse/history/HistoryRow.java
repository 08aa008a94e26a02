package io.gatehouse.history;

import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Advance;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One minute of a room, or one hour of it, in one opening: how it stood at the last look in that time.
 *
 * <p>What is counted since the opening began is the room's own counters, which are the same on every node. So
 * what happened in a minute is the difference to the row before, and no minute that is missing is missing in
 * a sum. Waits and visits are counted by the node that wrote each of them, and added up here.
 *
 * @param at the second since 1970 at which the minute or the hour began
 * @param opening which run of the room, from 1; of a minute in which another one began there are two rows
 * @param soFar what had happened by then, since the opening began
 * @param now how the room stood
 * @param held what held the line, a name of {@link Advance.Why}; of an hour, in most of its minutes
 * @param pace how fast the room was set to let visitors in
 * @param measured what nodes have counted in that time
 * @param most of an hour: the highest that its minutes show
 * @param forecast what had come of the forecasts of this opening by then; empty where none was scored
 * @param tuned the limit that the room had found by itself; empty where it finds none, and in rows of earlier
 *     releases
 * @param lanes how many places were given by then in each lane beside the default one, by its name; empty in
 *     rooms without such lanes, and in rows of earlier releases
 */
public record HistoryRow(
        long at,
        long opening,
        Tally soFar,
        Standing now,
        String held,
        Pace pace,
        Measured measured,
        @Nullable Standing most,
        @Nullable Score forecast,
        @Nullable Tuned tuned,
        @Nullable Map<String, Long> lanes) {

    /**
     * The counts since the opening began.
     *
     * @param issued places that were given, in all lanes
     * @param called the last number that was called, of all lanes together; those passed over are among them
     * @param claimed turns that were taken: admissions that have begun
     * @param noShows turns that went by unclaimed
     * @param completed admissions that were finished
     * @param abandoned admissions that were given up, or that no site has seen
     * @param expired admissions whose time ran out, or that an operator ended
     */
    public record Tally(
            long issued, long called, long claimed, long noShows, long completed, long abandoned, long expired) {

        /** At the beginning of an opening. */
        public static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0);

        /** The counts of the room at this look. */
        public static Tally of(RoomSnapshot seen) {
            var ended = seen.endings();
            return new Tally(
                    seen.issued()
                            + seen.lanes().lanes().stream()
                                    .mapToLong(LaneCounters.One::issued)
                                    .sum(),
                    seen.gone(),
                    seen.admitted() + ended.completed() + ended.abandoned() + ended.expired(),
                    ended.noShows(),
                    ended.completed(),
                    ended.abandoned(),
                    ended.expired());
        }

        /** The counts since then; 0 for a count that is less now. */
        public Tally since(Tally before) {
            return new Tally(
                    more(before, Tally::issued),
                    more(before, Tally::called),
                    more(before, Tally::claimed),
                    more(before, Tally::noShows),
                    more(before, Tally::completed),
                    more(before, Tally::abandoned),
                    more(before, Tally::expired));
        }

        private long more(Tally before, ToLongFunction<Tally> count) {
            return Math.max(0, count.applyAsLong(this) - count.applyAsLong(before));
        }
    }

    /**
     * The standing of the room.
     *
     * @param waiting visitors who could be called
     * @param turns open turns: called, and not claimed yet
     * @param inside admissions that held a slot
     */
    public record Standing(long waiting, long turns, long inside) {

        private static Standing of(RoomSnapshot seen) {
            return new Standing(seen.callable(), seen.turns(), seen.admitted());
        }

        /** The higher one of each. */
        public Standing orMore(Standing other) {
            return new Standing(
                    Math.max(waiting, other.waiting), Math.max(turns, other.turns), Math.max(inside, other.inside));
        }
    }

    /**
     * The speed and the bounds that were set.
     *
     * @param rate turns a minute; empty without a rate
     * @param capacity slots; empty without a bound
     * @param stock how many were to be admitted in all; empty: any number
     */
    public record Pace(@Nullable Double rate, @Nullable Long capacity, @Nullable Long stock) {

        private static Pace of(RoomSettings settings) {
            return new Pace(
                    settings.rate().map(rate -> rate.perMinute()).orElse(null),
                    settings.capacity().isPresent() ? (Long) settings.capacity().getAsLong() : null,
                    settings.stock().map(Stock::most).orElse(null));
        }
    }

    /**
     * The counts of all nodes. Each node counts the changes that it has written itself, so no visitor is
     * counted twice. A killed node loses the minute that it has not written.
     *
     * @param left places that visitors gave up
     * @param away places that no page looked for
     * @param waits from joining to the first call: see {@link Spans}
     * @param visits from the claim to the end of the admission
     * @param by a mark of each count that is in this sum: one that comes again, after a lost answer, is known
     */
    public record Measured(long left, long away, List<Long> waits, List<Long> visits, List<String> by) {

        /** No counts. */
        public static final Measured NONE = new Measured(0, 0, List.of(), List.of(), List.of());

        public Measured {
            waits = List.copyOf(waits);
            visits = List.copyOf(visits);
            by = List.copyOf(by);
        }

        /** The counts of all these rows. */
        public static Measured of(List<HistoryRow> rows) {
            return rows.stream().map(HistoryRow::measured).reduce(NONE, Measured::and);
        }

        /** Waits of visitors. */
        public Spans waitTimes() {
            return new Spans(waits);
        }

        /** Lengths of visits. */
        public Spans visitTimes() {
            return new Spans(visits);
        }

        /** The sum of both. */
        public Measured and(Measured more) {
            return new Measured(
                    left + more.left,
                    away + more.away,
                    waitTimes().and(more.waitTimes()).counts(),
                    visitTimes().and(more.visitTimes()).counts(),
                    Stream.concat(by.stream(), more.by.stream()).toList());
        }
    }

    /**
     * The score of forecasts.
     *
     * @param kept those whose range was right
     * @param early those whose visitors were called before it
     * @param late those whose visitors were called after it
     * @param byOperator those that an operator's act broke
     */
    public record Score(long kept, long early, long late, long byOperator) {}

    /**
     * A limit that a room has found by itself, within its rate or capacity.
     *
     * @param rate turns a minute; empty where it limits slots
     * @param capacity slots; empty where it limits turns
     */
    public record Tuned(@Nullable Double rate, @Nullable Long capacity) {

        /** The rate or the capacity. */
        public double value() {
            return capacity != null ? capacity : rate != null ? rate : Double.NaN;
        }

        /** A limit of which one of both is there. */
        public static Tuned of(OptionalDouble perMinute, OptionalLong slots) {
            return new Tuned(
                    perMinute.isPresent() ? (Double) perMinute.getAsDouble() : null,
                    slots.isPresent() ? (Long) slots.getAsLong() : null);
        }
    }

    /** The row of a room at this look, in its minute. */
    public static HistoryRow of(RoomSnapshot seen, RoomSettings settings, Advance.Why held, Instant now) {
        return new HistoryRow(
                now.truncatedTo(ChronoUnit.MINUTES).getEpochSecond(),
                seen.opening(),
                Tally.of(seen),
                Standing.of(seen),
                held.name(),
                Pace.of(settings),
                Measured.NONE,
                null,
                null,
                null,
                lanes(seen));
    }

    private static @Nullable Map<String, Long> lanes(RoomSnapshot seen) {
        var lanes = seen.lanes().lanes();
        return lanes.isEmpty()
                ? null
                : lanes.stream().collect(Collectors.toMap(LaneCounters.One::name, LaneCounters.One::issued));
    }

    /** This row with the limit that the room has found by itself. */
    public HistoryRow tuned(Optional<Tuned> limit) {
        return new HistoryRow(at, opening, soFar, now, held, pace, measured, most, forecast, limit.orElse(null), lanes);
    }

    /** This row with the score of forecasts. */
    HistoryRow scored(Optional<Score> score) {
        return new HistoryRow(at, opening, soFar, now, held, pace, measured, most, score.orElse(null), tuned, lanes);
    }

    /** When its minute or hour began. */
    public Instant begin() {
        return Instant.ofEpochSecond(at);
    }

    /** Whether both are of one minute, or one hour, of one opening. */
    boolean isOfSameTime(HistoryRow other) {
        return at == other.at && opening == other.opening;
    }

    /** This row with another node's counts; the row itself, if it has them already. */
    HistoryRow and(Measured more) {
        return more.by().isEmpty() || measured.by().containsAll(more.by()) ? this : with(measured.and(more));
    }

    /** This row with these counts of its time. */
    public HistoryRow with(Measured next) {
        return new HistoryRow(at, opening, soFar, now, held, pace, next, most, forecast, tuned, lanes);
    }

    /** Turns a minute that limited the room: the limit that it had found, else the set one; null without any. */
    public @Nullable Double limitPerMinute() {
        return tuned != null && tuned.rate != null ? tuned.rate : pace.rate();
    }

    /** Slots that limited the room, likewise. */
    public @Nullable Long limitOfSlots() {
        return tuned != null && tuned.capacity != null ? tuned.capacity : pace.capacity();
    }

    /** The highest that it shows. */
    public Standing peak() {
        return Optional.ofNullable(most).orElse(now);
    }

    /**
     * These in one.
     *
     * @param rows of one opening, at least one, the earliest first
     * @param length how much of time the row is to cover, from a whole multiple of it on
     */
    public static HistoryRow folded(List<HistoryRow> rows, Duration length) {
        var last = rows.get(rows.size() - 1);
        var sum = Measured.of(rows);
        return new HistoryRow(
                last.at - Math.floorMod(last.at, length.toSeconds()),
                last.opening,
                last.soFar,
                last.now,
                longest(rows),
                last.pace,
                new Measured(sum.left(), sum.away(), sum.waits(), sum.visits(), List.of()),
                rows.stream().map(HistoryRow::peak).reduce(Standing::orMore).orElse(last.now),
                last.forecast,
                last.tuned,
                last.lanes);
    }

    private static String longest(List<HistoryRow> rows) {
        return rows.stream().collect(Collectors.groupingBy(HistoryRow::held, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElseThrow();
    }
}
