package io.gatehouse.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredJson;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The history of all rooms, as it lies in the store of values.
 *
 * <pre>
 * history/{room}/minutes/{hour}   the minutes of an hour, a {@link HistoryRow} a line; 30 days
 * history/{room}/hours/{day}      the hours of a day, likewise; 13 months
 * history/{room}/folded           {@link Folded}: up to which hour minutes are folded into hours
 * </pre>
 *
 * <p>Hours are numbered from 1970 on, and days as well.
 *
 * <p><b>One row over all nodes, and no leader.</b> A row is added by compare-and-set of its whole hour. The
 * first node that writes a minute writes the row; another one adds what it has counted itself to that row,
 * once, and writes nothing if that is nothing. The mark of each count keeps a repeated write from counting
 * twice. What a later release has added to a row, and rows that this one cannot read, stay as they are.
 *
 * <p><b>What it costs.</b> A row has some 350 bytes, an hour 21 KB, a month of minutes 15 MB for a room. A
 * day is read by 24 questions, and an hour's value is written 60 times by each node that serves visitors: on
 * DynamoDB, at 10 write units on average, some 430,000 units a month for a room and a node. A value for ten
 * minutes would cost a sixth of that to write, and six times as many questions for each look at a chart; one
 * for each row, 1,440 of them a day.
 *
 * <p><b>Hours.</b> Five minutes after the end of an hour, when the last nodes have written, its minutes are
 * folded into an hour of the day's value by every node; the same minutes make the same row, which replaces
 * the one before. A stop of the installation in between is made up for as long as the minutes are kept.
 */
public final class History {

    /** The time for which minutes are kept. */
    public static final Duration MINUTES_KEPT = Duration.ofDays(30);

    /** The time for which hours are kept. */
    public static final Duration HOURS_KEPT = Duration.ofDays(397);

    static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** The time after its end in which an hour may still get minutes of slow nodes. */
    private static final Duration LATEST = Duration.ofMinutes(5);

    /** A number of writes in a row that other nodes cannot disturb: there are fewer nodes. */
    private static final int TRIES = 100;

    private static final StoredJson<HistoryRow> ROWS = new StoredJson<>(HistoryRow.class);

    /**
     * The state of the folding.
     *
     * @param hour the first hour that is not folded
     */
    record Folded(long hour) {}

    private final ExpiringStore store;
    private final StoredRecords<Folded> folds;
    private final Clock clock;

    History(ExpiringStore store, Clock clock) {
        this.store = store;
        this.folds = new StoredRecords<>(store, Folded.class, clock);
        this.clock = clock;
    }

    /**
     * The minutes of a room that began in this time, the earliest first; one that is missing was not seen.
     * Costs a question for each hour.
     */
    public List<HistoryRow> minutes(RoomId room, Instant from, Instant to) {
        return rows(from, to, HOUR, hour -> minutesKey(room, hour));
    }

    /**
     * The hours of a room that began in this time, the earliest first: those that are over. Costs a question
     * for each day.
     */
    public List<HistoryRow> hours(RoomId room, Instant from, Instant to) {
        return rows(from, to, DAY, day -> hoursKey(room, day));
    }

    /**
     * The history of a room in equal steps, the earliest first; a step without a row is missing. Steps of an
     * hour and more are made of hours, and of the minutes behind the last of them.
     *
     * @param step whole minutes below an hour, or whole hours
     */
    public List<HistoryStep> steps(RoomId room, Instant from, Instant to, Duration step) {
        var isFine = step.compareTo(HOUR) < 0;
        var earlier = from.minus(step);
        var rows = isFine ? minutes(room, earlier, to) : untilNow(room, earlier, to);
        return HistoryStep.of(rows, isFine ? MINUTE : HOUR, step).stream()
                .filter(one -> !one.row().begin().plus(step).minusNanos(1).isBefore(from))
                .toList();
    }

    /** Hours, and those of the last ones that are not folded yet. */
    private List<HistoryRow> untilNow(RoomId room, Instant from, Instant to) {
        var hours = hours(room, from, to);
        var last = hours.stream().map(HistoryRow::begin).max(Comparator.naturalOrder());
        var since = Stream.of(
                        from,
                        to.minus(HOUR.multipliedBy(3)),
                        last.map(hour -> hour.plus(HOUR)).orElse(from))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        var rest = since.isBefore(to) ? minutes(room, since, to) : List.<HistoryRow>of();
        var folded = HistoryStep.of(rest, MINUTE, HOUR).stream().map(HistoryStep::row);
        return Stream.concat(hours.stream(), folded)
                .sorted(Comparator.comparing(HistoryRow::opening).thenComparing(HistoryRow::at))
                .toList();
    }

    private List<HistoryRow> rows(Instant from, Instant to, Duration length, LongFunction<String> key) {
        return LongStream.rangeClosed(number(from, length), number(to.minusNanos(1), length))
                .boxed()
                .flatMap(number -> lines(store.get(key.apply(number), clock.instant())).stream())
                .flatMap(line -> read(line).stream())
                .filter(row -> !row.begin().isBefore(from) && row.begin().isBefore(to))
                .sorted(Comparator.comparing(HistoryRow::opening).thenComparing(HistoryRow::at))
                .toList();
    }

    /** Adds the row of a minute, or to the one that there is what this node has counted. Safe to repeat. */
    void add(RoomId room, HistoryRow row) {
        var key = minutesKey(room, number(row.begin(), HOUR));
        write(key, row, row.begin().plus(MINUTES_KEPT), (present, mine) -> present.and(mine.measured()));
    }

    private void write(String key, HistoryRow row, Instant until, BinaryOperator<HistoryRow> merge) {
        for (int tried = 0; tried < TRIES; tried++) {
            var now = clock.instant();
            var found = store.get(key, now);
            var lines = lines(found);
            var next = with(lines, row, merge);
            if (next.equals(lines)) {
                return;
            }
            var bytes = String.join("\n", next).getBytes(UTF_8);
            if (store.replace(key, found, bytes, until, now)) {
                return;
            }
        }
        throw new StoreUnavailableException(key + " was written by others " + TRIES + " times in a row", null);
    }

    private static List<String> with(List<String> lines, HistoryRow row, BinaryOperator<HistoryRow> merge) {
        var next = new ArrayList<>(lines);
        IntStream.range(0, lines.size())
                .filter(index ->
                        read(lines.get(index)).filter(row::isOfSameTime).isPresent())
                .findFirst()
                .ifPresentOrElse(
                        index -> next.set(index, merged(lines.get(index), row, merge)),
                        () -> next.add(new String(ROWS.write(row), UTF_8)));
        return next;
    }

    private static String merged(String line, HistoryRow row, BinaryOperator<HistoryRow> merge) {
        var present = read(line).orElseThrow();
        var next = merge.apply(present, row);
        return next.equals(present) ? line : new String(ROWS.write(next, line.getBytes(UTF_8)), UTF_8);
    }

    /**
     * Folds all hours that are over and have not been folded.
     *
     * @param now a little after the end of an hour there is nothing to do yet
     */
    void fold(RoomId room, Instant now) {
        var key = "history/" + room + "/folded";
        var current = number(now.minus(LATEST), HOUR);
        var found = folds.get(key);
        var first = found.map(fold -> fold.value().hour()).orElse(current);
        var oldest = number(now.minus(MINUTES_KEPT), HOUR);
        LongStream.range(Math.max(first, oldest), current).forEach(hour -> foldHour(room, hour));
        if (found.isEmpty() || first != current) {
            folds.replace(key, found, new Folded(current), ExpiringStore.FOREVER);
        }
    }

    private void foldHour(RoomId room, long hour) {
        var begin = Instant.EPOCH.plus(HOUR.multipliedBy(hour));
        var openings = minutes(room, begin, begin.plus(HOUR)).stream()
                .collect(Collectors.groupingBy(HistoryRow::opening, TreeMap::new, Collectors.toList()));
        for (var minutes : openings.values()) {
            var folded = HistoryRow.folded(minutes, HOUR);
            write(hoursKey(room, number(begin, DAY)), folded, begin.plus(HOURS_KEPT), (present, mine) -> mine);
        }
    }

    private static List<String> lines(Optional<byte[]> value) {
        return value.map(bytes -> new String(bytes, UTF_8)).stream()
                .flatMap(String::lines)
                .toList();
    }

    /** Empty for a row of a later release that this one cannot read. */
    private static Optional<HistoryRow> read(String line) {
        return ROWS.read(line.getBytes(UTF_8));
    }

    private static long number(Instant time, Duration length) {
        return Math.floorDiv(time.getEpochSecond(), length.toSeconds());
    }

    private static String minutesKey(RoomId room, long hour) {
        return "history/" + room + "/minutes/" + hour;
    }

    private static String hoursKey(RoomId room, long day) {
        return "history/" + room + "/hours/" + day;
    }
}
