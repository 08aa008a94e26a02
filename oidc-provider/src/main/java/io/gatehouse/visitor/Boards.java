package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.forecast.Forecasts;
import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.WaitingRoom;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import io.gatehouse.words.Press;
import io.gatehouse.words.PrintedWords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.util.DigestUtils;
import tools.jackson.databind.json.JsonMapper;

/** Keeps the board of each room as it is sent: bytes and entity tag, made once a tick and never for a request. */
public final class Boards implements RoomWatcher {

    /**
     * A board as it is sent.
     *
     * @param inLine how many wait for a turn
     * @param etag a strong entity tag, with its quotes
     * @param words what operators say, which the board names
     * @param believed until when
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by its tag only
    record Printed(Board board, long inLine, byte[] bytes, String etag, PrintedWords words, Deadline believed) {

        boolean isOld() {
            return believed.isExpired();
        }
    }

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Map<String, Printed> printed = new ConcurrentHashMap<>();
    private final Forecasts forecasts;
    private final Press press;
    private final Clock clock;
    private final Ticker ticker;
    private final Duration old;

    /** @param old how old a board is that is no longer believed: a tick that hangs, or a frozen node, renews none */
    Boards(Forecasts forecasts, Press press, Clock clock, Ticker ticker, Duration old) {
        this.forecasts = forecasts;
        this.press = press;
        this.clock = clock;
        this.ticker = ticker;
        this.old = old;
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        printed.put(room.id().value(), fresh(room, snapshot, now));
    }

    @Override
    public void lostSight(Room room) {
        printed.computeIfPresent(room.id().value(), (id, last) -> stale(last));
    }

    /** How far a place has come, for those who show it elsewhere than on the waiting page. Asks no store. */
    public Progress progress(WaitingRoom room, Optional<Place> place) {
        return Progress.of(of(room).board(), place);
    }

    /** Whether the room gives no places now, as of the last tick. Asks no store. */
    public boolean isClosed(WaitingRoom room) {
        return !of(room).board().givesPlaces();
    }

    /** The board of the room of this name, if it is there and need not be made; whatever else is to be said, others say. */
    Optional<Printed> ready(String room) {
        return Optional.ofNullable(printed.get(room)).filter(board -> board.board.stale() || !board.isOld());
    }

    /** The board; made at once when there has been no tick yet. A tick meanwhile knows better. */
    Printed of(WaitingRoom room) {
        var name = room.id().value();
        var board = printed.get(name);
        if (board == null) {
            var first = fresh(room.configuration(), room.snapshot(), clock.instant());
            return Objects.requireNonNullElse(printed.putIfAbsent(name, first), first);
        }
        return board.isOld() && !board.board.stale() ? stale(name) : board;
    }

    private Printed stale(String room) {
        var board = printed.computeIfPresent(room, (id, last) -> last.isOld() ? stale(last) : last);
        return Objects.requireNonNull(board);
    }

    private Printed stale(Printed last) {
        return last.board.stale() ? last : print(last.board.asStale(), last.inLine, last.words);
    }

    private Printed fresh(Room room, RoomSnapshot snapshot, Instant now) {
        var last = printed.get(room.id().value());
        var words =
                press.print(room.id(), room.settings(snapshot).words(), last == null ? PrintedWords.NONE : last.words);
        var throughput = forecasts.see(room.id(), snapshot, now);
        return print(Board.of(room, snapshot, throughput, words.edition(), now), snapshot.callable(), words);
    }

    private Printed print(Board board, long inLine, PrintedWords words) {
        var bytes = JSON.writeValueAsString(board).getBytes(UTF_8);
        var etag = "\"" + DigestUtils.md5DigestAsHex(bytes) + "\"";
        return new Printed(board, inLine, bytes, etag, words, Deadline.after(old, ticker));
    }
}
