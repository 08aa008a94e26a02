package io.gatehouse.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Order;
import io.gatehouse.draw.Orders;
import io.gatehouse.draw.Receipt;
import io.gatehouse.draw.Receipts;
import io.gatehouse.draw.Seeds;
import io.gatehouse.forecast.Forecasts;
import io.gatehouse.forecast.RoomForecast;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.schedule.Phase;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.words.EditionPrinter;
import io.gatehouse.words.PrintedWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.springframework.util.DigestUtils;
import tools.jackson.databind.json.JsonMapper;

/** Keeps the board of each room as it is sent, made each tick; a request makes one that is missing or stale. */
public final class Boards implements RoomWatcher {

    /**
     * A draw as it is sent: made when more of it becomes public, since thousands of pages ask for it at once
     * where entries stand behind all others.
     *
     * @param etag a strong entity tag without its quotes, of the bytes as they are
     * @param packed the same bytes, by gzip
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record SentDraw(LobbyDraw draw, byte[] bytes, String etag, byte[] packed) {

        private static SentDraw of(LobbyDraw draw, List<SentDraw> before) {
            return before.stream()
                    .filter(last -> last.draw.called(0).equals(draw.called(0)))
                    .findFirst()
                    .map(last -> new SentDraw(draw, last.bytes, last.etag, last.packed))
                    .orElseGet(() -> of(draw));
        }

        private static SentDraw of(LobbyDraw draw) {
            var bytes = JSON.writeValueAsBytes(PublishedDrawView.of(draw));
            return new SentDraw(draw, bytes, DigestUtils.md5DigestAsHex(bytes), packed(bytes));
        }

        private static byte[] packed(byte[] bytes) {
            var packed = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(packed)) {
                gzip.write(bytes);
            } catch (IOException never) {
                throw new UncheckedIOException(never);
            }
            return packed.toByteArray();
        }
    }

    /**
     * A board as it is sent.
     *
     * @param seen the room as the tick saw it
     * @param told the draws that are public: the one that is announced, and behind it the one that was last
     * @param order in which places in line are called
     * @param vacancy whether newcomers get a place
     * @param extension the act of a visitor who asks for more time, see {@link Room#extension}
     * @param said the forecast, and the results of earlier ones
     * @param etag a strong entity tag, with its quotes
     * @param words the words of operators, which the board names
     * @param believed the time until which it is believed
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by its tag only
    public record Printed(
            RoomSnapshot seen,
            Board board,
            List<SentDraw> told,
            Order order,
            Room.Vacancy vacancy,
            Act extension,
            RoomForecast said,
            byte[] bytes,
            String etag,
            PrintedWords words,
            Deadline believed) {

        /** The draws that are public, as they are published. */
        public List<LobbyDraw> draws() {
            return told.stream().map(SentDraw::draw).toList();
        }

        /** The progress of a place. */
        public Progress progress(Optional<Place> place) {
            return Progress.of(board, place.map(Place::lane).orElse(0), place.map(this::turnOf));
        }

        /** Whether a draw has changed the order of the line. */
        public boolean isDrawn() {
            return board.draw() != null && board.draw().key() != null;
        }

        /** The number by which this place is called, which its visitor sees. */
        public long turnOf(Place place) {
            return place.opening() == board.opening() && place.lane() == 0 ? order.of(place.number()) : place.number();
        }

        boolean isOld() {
            return believed.isExpired();
        }
    }

    /** The receivers of each board of a tick, by the room's name; none may wait. Waiting pages may be among them. */
    public record Listeners(boolean arePages, BiConsumer<String, Printed> all) {}

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Map<String, Printed> printed = new ConcurrentHashMap<>();

    private record Receiving(Draw draw, Receipts receipts) {}

    private final Map<RoomId, Receiving> receipts = new ConcurrentHashMap<>();
    private final Map<RoomId, Orders> orders = new ConcurrentHashMap<>();
    private final Forecasts forecasts;
    private final EditionPrinter press;
    private final Seeds seeds;
    private final Clock clock;
    private final Ticker ticker;
    private final Duration old;
    private final Listeners listeners;

    /**
     * @param old how old a board is that is no longer believed: a tick that hangs, or a frozen node, renews
     *     none
     */
    public Boards(
            Forecasts forecasts,
            EditionPrinter press,
            Seeds seeds,
            Clock clock,
            Ticker ticker,
            Duration old,
            Listeners listeners) {
        this.forecasts = forecasts;
        this.press = press;
        this.seeds = seeds;
        this.clock = clock;
        this.ticker = ticker;
        this.old = old;
        this.listeners = listeners;
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        var name = room.id().value();
        var board = fresh(room, snapshot, now);
        printed.put(name, board);
        listeners.all().accept(name, board);
    }

    @Override
    public void lostSight(Room room) {
        var name = room.id().value();
        var board = printed.computeIfPresent(name, (id, last) -> stale(last));
        if (board != null) {
            listeners.all().accept(name, board);
        }
    }

    /** The progress of a place. Asks no store. */
    public Progress progress(WaitingRoom room, Optional<Place> place) {
        return of(room).progress(place);
    }

    /**
     * The name of a place's lane; empty for the default one, and for a place of another opening. Asks the
     * store only for a lane that is newer than the board.
     */
    public Optional<String> laneOf(WaitingRoom room, Place place) {
        return place.lane() == 0
                ? Optional.empty()
                : nameIn(of(room).seen(), place).or(() -> nameIn(room.snapshot(), place));
    }

    private static Optional<String> nameIn(RoomSnapshot seen, Place place) {
        return seen.opening() == place.opening() ? seen.laneOf(place) : Optional.empty();
    }

    /** The draw of the lobby that is open, as of the last tick. Asks no store. */
    public Optional<String> lobby(RoomId room) {
        return Optional.ofNullable(printed.get(room.value()))
                .map(Printed::board)
                .filter(board -> board.phase() == Phase.LOBBY)
                .flatMap(board -> Optional.ofNullable(board.draw()))
                .filter(draw -> draw.key() == null)
                .map(Board.Drawn::id);
    }

    /** Whether newcomers get a place, as of the last tick. Asks no store. */
    public Room.Vacancy vacancy(WaitingRoom room) {
        return of(room).vacancy();
    }

    /** The board of the room of this name, if it is in memory and current; else empty. */
    public Optional<Printed> ready(String room) {
        return Optional.ofNullable(printed.get(room)).filter(board -> board.board.stale() || !board.isOld());
    }

    /** The board; made at once before the first tick. A tick meanwhile replaces it. */
    public Printed of(WaitingRoom room) {
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
        return last.board.stale()
                ? last
                : print(
                        last.seen,
                        last.board.asStale(),
                        last.told,
                        last.order,
                        last.vacancy,
                        Act.EXTEND,
                        last.said,
                        last.words);
    }

    private Printed fresh(Room room, RoomSnapshot snapshot, Instant now) {
        var last = printed.get(room.id().value());
        var words =
                press.print(room.id(), room.settings(snapshot).words(), last == null ? PrintedWords.NONE : last.words);
        var said = forecasts.see(room, snapshot, now);
        var board = Board.of(room, snapshot, said, words, listeners.arePages(), now);
        var order = orders.computeIfAbsent(room.id(), first -> new Orders()).of(snapshot.draw());
        var told = told(room, snapshot, now, last == null ? List.of() : last.told);
        return print(snapshot, board, told, order, room.vacancy(snapshot, now), room.extension(snapshot), said, words);
    }

    /** The receipt of this place; empty when it takes part in no draw: it came before the lobby, or too late. */
    public Optional<Receipt> receipt(RoomId room, Printed printed, Place place) {
        var drawn = printed.board.draw();
        if (drawn == null
                || place.lane() > 0
                || place.opening() != printed.board.opening()
                || place.number() <= drawn.base()) {
            return Optional.empty();
        }
        var entry = place.number() - drawn.base();
        return printed.draws().stream()
                .map(LobbyDraw::draw)
                .filter(draw -> draw.id().equals(drawn.id()))
                .filter(draw -> drawn.entrants() == null || entry <= drawn.entrants())
                .findFirst()
                .map(draw ->
                        receipts(room, draw).of(entry, draw.markOf(place.id().bytes())));
    }

    /** The receipts of a draw, which follow from its seed and are kept nowhere. */
    private Receipts receipts(RoomId room, Draw draw) {
        return receipts.compute(
                        room,
                        (same, last) -> last != null && last.draw.equals(draw)
                                ? last
                                : new Receiving(draw, seeds.of(draw).receipts(draw)))
                .receipts;
    }

    /** The next draw, as soon as its lobby is scheduled, and the last one that the store knows. */
    private List<SentDraw> told(Room room, RoomSnapshot seen, Instant now, List<SentDraw> before) {
        var announced = room.nextDraw(seen, now).map(draw -> LobbyDraw.opened(draw, seeds.of(draw), 0));
        return Stream.concat(announced.stream(), seen.draw().stream())
                .map(draw -> SentDraw.of(draw, before))
                .toList();
    }

    private Printed print(
            RoomSnapshot seen,
            Board board,
            List<SentDraw> told,
            Order order,
            Room.Vacancy vacancy,
            Act extension,
            RoomForecast said,
            PrintedWords words) {
        var bytes = JSON.writeValueAsString(board).getBytes(UTF_8);
        var etag = "\"" + DigestUtils.md5DigestAsHex(bytes) + "\"";
        return new Printed(
                seen, board, told, order, vacancy, extension, said, bytes, etag, words, Deadline.after(old, ticker));
    }
}
