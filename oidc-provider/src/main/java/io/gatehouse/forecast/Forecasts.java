package io.gatehouse.forecast;

import io.gatehouse.forecast.Forecast.By;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.LatestWork;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes the forecasts of all rooms. A forecast needs the settings, which are known at each look, and the
 * track record of the room, see {@link TrackRecord}. Threads of their own read it each minute from the minute
 * history.
 *
 * <p>A track record begins at noon or midnight UTC, twelve to twenty-four hours ago. All nodes begin at the
 * same one, so that all of them say the same whenever they were started; and a start reads at most a day.
 *
 * <p>Safe for use by several threads.
 */
public final class Forecasts implements AutoCloseable {

    /** The minute history. */
    @FunctionalInterface
    public interface Minutes {

        /** The rows of a room that began in this time, the earliest first. */
        List<HistoryRow> of(RoomId room, Instant from, Instant to);
    }

    private static final Duration HALF_A_DAY = Duration.ofHours(12);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The other nodes write a minute soon after its end. */
    private static final Duration WRITTEN = Duration.ofSeconds(5);

    private static final int THREADS = 2;

    private final Minutes history;
    private final BiFunction<Room, RoomSnapshot, Advance.Why> held;
    private final Optional<Timetable> timetable;
    private final LatestWork<RoomId> reader = new LatestWork<>("forecast", THREADS);
    private final Map<RoomId, OfRoom> rooms = new ConcurrentHashMap<>();

    /**
     * @param held the rule that holds the line of a room, or lets it move
     * @param timetable knows of rooms with set times
     */
    public Forecasts(Minutes history, BiFunction<Room, RoomSnapshot, Advance.Why> held, Optional<Timetable> timetable) {
        this.history = history;
        this.held = held;
        this.timetable = timetable;
    }

    /** The forecast of a room now. Asks no store: the room's history is read soon. */
    public RoomForecast see(Room room, RoomSnapshot snapshot, Instant now) {
        var one = rooms.computeIfAbsent(room.id(), first -> new OfRoom());
        if (one.isToBeRead(now)) {
            reader.add(room.id(), () -> one.read(room, now));
        }
        var look = HistoryRow.of(snapshot, room.settings(snapshot), held.apply(room, snapshot), now);
        return one.see(LineReading.of(room, look, now), timetable.flatMap(times -> times.of(room.id(), now)));
    }

    /** The latest forecast of the room; empty before its first look. */
    public Optional<RoomForecast> of(RoomId room) {
        return Optional.ofNullable(rooms.get(room)).flatMap(OfRoom::last);
    }

    /** The outcomes of promises since the last call: for the one caller that counts them. */
    public List<PromiseOutcome> news(RoomId room) {
        return Optional.ofNullable(rooms.get(room)).map(OfRoom::news).orElse(List.of());
    }

    /** Waits until everything is read that is to be read: for callers that ask next. */
    public void settle() {
        reader.settle();
    }

    @Override
    public void close() {
        reader.close();
    }

    /** The forecast of one room, by its history. */
    private final class OfRoom {

        private TrackRecord record = new TrackRecord();
        private Instant begin = Instant.MIN;
        private Instant read = Instant.MIN;
        private Instant nextRead = Instant.MIN;
        private final List<PromiseOutcome> news = new ArrayList<>();
        private @Nullable RoomForecast said;

        private synchronized Optional<RoomForecast> last() {
            return Optional.ofNullable(said);
        }

        private synchronized List<PromiseOutcome> news() {
            var all = List.copyOf(news);
            news.clear();
            return all;
        }

        private synchronized RoomForecast see(LineReading present, Optional<Grants> grants) {
            var forecast = record.forecast(present);
            var points = grants.filter(times -> present.by() == By.PERIODS)
                    .map(times -> times.points(present.turns()))
                    .orElse(forecast.points());
            said = new RoomForecast(new Forecast(present.by(), points, forecast.change()), record.score(present));
            return said;
        }

        /** A row is asked for until it is there, each few seconds. */
        private synchronized boolean isToBeRead(Instant now) {
            if (now.isBefore(nextRead) && !nextRead.isAfter(now.plus(MINUTE))) {
                return false;
            }
            nextRead = now.plus(isWithoutRows(now) ? MINUTE : WRITTEN);
            return !begin.equals(beginOf(now)) || !read.equals(now.truncatedTo(ChronoUnit.MINUTES));
        }

        /** Whether no rows have come of late, as of a retired room. */
        private boolean isWithoutRows(Instant now) {
            return begin.equals(beginOf(now)) && read.isBefore(now.minus(MINUTE.multipliedBy(3)));
        }

        private void read(Room room, Instant now) {
            var first = beginOf(now);
            var since = readSince(first);
            try {
                var rows = history.of(room.id(), since.orElse(first), now.truncatedTo(ChronoUnit.MINUTES));
                take(room, rows, first, since.isEmpty());
            } catch (StoreUnavailableException away) {
                // They are asked for again.
            }
        }

        /** The end of the rows that are read; empty where the track record begins anew. */
        private synchronized Optional<Instant> readSince(Instant first) {
            return begin.equals(first) ? Optional.of(read) : Optional.empty();
        }

        private synchronized void take(Room room, List<HistoryRow> rows, Instant first, boolean isNew) {
            if (isNew) {
                record = new TrackRecord();
                begin = first;
                read = first;
            }
            for (var row : rows) {
                var outcomes = record.see(LineReading.of(room, row, row.begin().plus(MINUTE)));
                if (!isNew) {
                    news.addAll(outcomes);
                }
                read = row.begin().plus(MINUTE);
            }
        }
    }

    private static Instant beginOf(Instant now) {
        var half = HALF_A_DAY.toSeconds();
        return Instant.ofEpochSecond((Math.floorDiv(now.getEpochSecond(), half) - 1) * half);
    }
}
