package io.gatehouse.page;

import static java.util.Map.entry;

import io.gatehouse.board.Board;
import io.gatehouse.forecast.Forecast;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.schedule.Phase;
import io.gatehouse.stock.Stock;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.PrintedWords;
import io.gatehouse.words.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/**
 * The waiting page as the server renders it, whole, for visitors without scripts: the {@link WaitingFrame}
 * that many share, and what is one visitor's own. Every text is ready to be shown, an empty one is hidden
 * with its surroundings.
 *
 * <p>The endpoint knows three query parameters, all optional: {@code request}, {@code refresh} ({@code off}
 * stops the meta refresh) and {@code from} (a number, so that the bar of a page without memory does not go
 * back).
 *
 * <p>The same rules stand in {@code waiting-page.js} as {@code viewOf}; a test holds the two against each
 * other.
 */
public final class WaitingPage {

    /** A page that jumps more often cannot be read; at one's turn it shall not jump under one's hands. */
    private static final Duration SHORTEST_REFRESH = Duration.ofSeconds(10);

    private static final Set<String> IN_LINE = Set.of(Stage.WAITING.name(), Stage.RETURNING.name());

    /** Phases that visitors in line see in place of how the line moves. */
    private static final Set<Phase> TOLD = EnumSet.of(Phase.LOBBY, Phase.CLOSED, Phase.ENDED);

    private static final Duration REFRESH_AT_TURN = Duration.ofSeconds(60);

    private static final Forecast SAMPLE =
            new Forecast(Forecast.By.RATE, List.of(new Forecast.Point(200, 50, 80)), Optional.empty());

    private final Builder given;
    private final WaitingFrame frame;
    private final long ahead;
    private final long total;

    private WaitingPage(Builder given) {
        this.given = given;
        this.ahead = given.ahead < 0 ? Math.max(0, given.position - given.serving - 1) : given.ahead;
        this.total = Math.max(ahead, given.position - Math.min(given.from, base()) - 1);
        this.frame = new WaitingFrame(
                given.texts,
                shownStage(),
                given.claimWindow,
                given.kept,
                given.stale,
                given.extendable && given.left.compareTo(given.claimWindow) <= 0,
                given.graced,
                given.drawing,
                given.refreshing);
    }

    /** The serving counter that stands for the visitors ahead in the own lane alone. */
    private long base() {
        return Math.max(0, given.position - ahead - 1);
    }

    private String shownStage() {
        var isClosed = given.phase == Phase.CLOSED || given.phase == Phase.ENDED;
        if (given.stock == Stock.Level.SOLD_OUT && !isClosed && IN_LINE.contains(given.stage)) {
            return Stock.Level.SOLD_OUT.name();
        }
        if (given.phase == Phase.ENDED && given.stage.equals(Stage.EXPIRED.name())) {
            return Phase.ENDED.name();
        }
        if (given.phase != null && IN_LINE.contains(given.stage) && TOLD.contains(given.phase)) {
            return given.phase.name();
        }
        if (!given.stage.equals(Stage.WAITING.name())) {
            return given.stage;
        }
        return given.paused ? "PAUSED" : given.stock != null ? given.stock.name() : ahead == 0 ? "NEXT" : "WAITING";
    }

    /** The position of an entry in a draw, from 1, and the number of entrants. */
    public record Drawn(long position, long entrants) {}

    /** All that a waiting page can say. */
    public static final List<String> STATES = List.of(
            "NEXT",
            "WAITING",
            "PAUSED",
            "LOBBY",
            "CLOSED",
            "TAKEN",
            "SOLD_OUT",
            "TURN",
            "READY",
            "LAPSED",
            "RETURNING",
            "ADMITTED",
            "COMPLETED",
            "ABANDONED",
            "EXPIRED",
            "ENDED",
            "LEFT",
            "RESTARTED",
            "UNKNOWN");

    /** The page in one of these states, of a visitor who is made up. */
    public static WaitingPage sample(String state, PrintedWords.Spoken words, RoomId room, String title, Instant now) {
        var page = of(words.texts(), room, title)
                .words(words)
                .serving(300)
                .forecast(SAMPLE)
                .left(Duration.ofMinutes(9))
                .extendable(true)
                .refreshing(Duration.ofSeconds(30), false);
        var doors = new Board.Doors(
                now.plus(Duration.ofHours(1)).toString(),
                now.plus(Duration.ofHours(2)).toString(),
                "UTC");
        switch (state) {
            case "UNKNOWN" -> page.unknown();
            case "RESTARTED" -> page.restarted();
            case "NEXT" -> page.at(Stage.WAITING, 301);
            case "PAUSED" -> page.at(Stage.WAITING, 341).paused(true);
            case "LOBBY", "CLOSED", "ENDED" ->
                page.at(Stage.WAITING, 341).phase(Phase.valueOf(state), doors, Duration.ofHours(2));
            case "TAKEN", "SOLD_OUT" -> page.at(Stage.WAITING, 341).stock(Stock.Level.valueOf(state));
            default -> page.at(Stage.valueOf(state), 341);
        }
        return page.build();
    }

    public static Builder of(Texts.Language language, RoomId room, String title) {
        return new Builder(language, room, title);
    }

    /** The part that others see too. */
    WaitingFrame frame() {
        return frame;
    }

    /**
     * The rest, by the names that the template has for it: what follows from this visitor's place and
     * request, and the room's title and address. Nothing here is escaped yet.
     */
    Map<String, String> own() {
        return Map.ofEntries(
                entry("board", given.board),
                entry("place", given.place),
                entry("documentTitle", documentTitle()),
                entry("words", given.words.json()),
                entry("looks", RoomPaths.looks(given.room.value(), given.words.style())),
                entry("title", given.title),
                entry("figure", figure()),
                entry("label", label()),
                entry("progress", Long.toString(progress())),
                entry("progressText", progressText()),
                entry("estimate", estimate()),
                entry("score", score()),
                entry("date", date()),
                entry("position", position()),
                entry("serving", serving()),
                entry("request", given.request),
                entry("actions", RoomPaths.of(given.room)),
                entry("enterLink", RoomPaths.enter(given.room, given.request)),
                entry("moveLink", RoomPaths.move(given.room, given.request)),
                entry("refresh", refresh()),
                entry("checkLink", checkLink()),
                entry("refreshLink", refreshLink()));
    }

    /** The operators' words, as HTML; may be empty. */
    Map<String, String> markup() {
        return Map.of(
                "said",
                given.words.markup(frame.stage()),
                "foot",
                given.words.foot() + drawNote() + receiptLink() + offerLinks());
    }

    /** Says that entries of one network may stand behind, where the room has such a limit. */
    private String drawNote() {
        return given.drawing && given.perNetwork > 0
                ? "<p class=\"small\">"
                        + HtmlUtils.htmlEscape(
                                given.texts.text("draw-network", Map.of("n", given.texts.number(given.perNetwork))),
                                "UTF-8")
                        + "</p>"
                : "";
    }

    /** A link to check the draw; the script tells the result as soon as it knows. */
    private String receiptLink() {
        if (!given.drawing) {
            return "";
        }
        var drawn = "receipt-drawn-link";
        var text = given.drawn == null
                ? given.texts.text("receipt-link")
                : given.texts.text(
                        drawn,
                        Map.of(
                                "position", given.texts.number(given.drawn.position()),
                                "entrants", given.texts.number(given.drawn.entrants())));
        return footLink(RoomPaths.receipt(given.room), text)
                .replace(
                        "<a ",
                        "<a id=\"receipt\" data-drawn=\"" + HtmlUtils.htmlEscape(given.texts.text(drawn), "UTF-8")
                                + "\" ");
    }

    private String offerLinks() {
        if (!frame.waiting() && !frame.stage().equals("LOBBY")) {
            return "";
        }
        return (given.telling
                        ? footLink(RoomPaths.notice(given.room, given.request), given.texts.text("notice-link"))
                        : "")
                + (given.offering
                        ? footLink(RoomPaths.access(given.room, given.request), given.texts.text("access-link"))
                        : "");
    }

    private String footLink(String address, String text) {
        return "<p><a href=\"" + HtmlUtils.htmlEscape(address, "UTF-8") + "\">" + HtmlUtils.htmlEscape(text, "UTF-8")
                + "</a></p>";
    }

    /** State first, so that a row of tabs tells it. */
    public String documentTitle() {
        boolean inLine = frame.stage().equals("WAITING");
        String state = inLine
                ? given.texts.count("WAITING.state", ahead, Map.of())
                : given.texts.text(frame.stage() + ".state");
        boolean knowsWait = inLine && estimated().isPresent();
        return given.texts.text(
                "title", Map.of("state", knowsWait ? estimate() + " - " + state : state, "room", given.title));
    }

    /** The page's one number: people ahead while waiting; time left at the turn, after a missed one, and inside. */
    public String figure() {
        if (frame.waiting()) {
            return frame.stage().equals("NEXT") ? "" : given.texts.number(ahead);
        }
        if (frame.stage().equals("LOBBY")) {
            return given.doors == null ? "" : Estimate.untilThen(given.texts, given.untilDoors.toSeconds());
        }
        return hasTimeLeft() ? Estimate.brief(given.texts, given.left.toSeconds()) : "";
    }

    public String label() {
        if (frame.waiting()) {
            return given.texts.count("ahead", ahead, Map.of());
        }
        if (frame.stage().equals("LOBBY")) {
            return given.texts.text("until-doors");
        }
        return given.texts.text(
                frame.stage().equals("TURN") ? "time-left" : frame.returning() ? "return-left" : "visit-left");
    }

    /** The time when the doors open next, in the stated zone: only scripts know the visitor's own one. */
    public String date() {
        if (given.doors == null || TOLD.stream().noneMatch(phase -> phase.name().equals(frame.stage()))) {
            return "";
        }
        return given.texts.text(
                frame.stage().equals("LOBBY") ? "doors-open" : "next-opening",
                Map.of("doors", given.doors.openIn(given.texts), "lobby", given.doors.lobbyIn(given.texts)));
    }

    /** Per cent of the people who were ahead at first and have had their turn since. */
    public long progress() {
        return total == 0 ? 100 : 100 * (total - ahead) / total;
    }

    public String progressText() {
        return frame.waiting() && total > 0
                ? given.texts.count("progress", total, Map.of("done", given.texts.number(total - ahead)))
                : "";
    }

    /** The expected wait, as a range in words. */
    public String estimate() {
        if (given.paused) {
            return given.texts.text("while-paused");
        }
        if (given.stock == null && isAfterTheEnd()) {
            return given.texts.text("after-the-end");
        }
        return estimated()
                .map(range -> range.in(given.texts))
                .orElseGet(
                        () -> given.texts.text(given.forecast.by() == Forecast.By.BY_HAND ? "by-hand" : "cannot-say"));
    }

    private Optional<Estimate> estimated() {
        return given.stock == null && !isAfterTheEnd()
                ? given.forecast.range(ahead + 1d).map(Estimate::of)
                : Optional.empty();
    }

    private boolean isAfterTheEnd() {
        return given.most.isPresent() && ahead + 1 > given.most.getAsLong();
    }

    /** The number of forecasts that were right so far, in words. */
    public String score() {
        return frame.waiting() && given.judged > 0
                ? given.texts.text(
                        "score", Map.of("kept", given.texts.number(given.right), "n", given.texts.number(given.judged)))
                : "";
    }

    public String position() {
        return given.texts.number(given.position);
    }

    public String serving() {
        return given.texts.number(given.serving);
    }

    private boolean hasTimeLeft() {
        return (frame.continuing() || frame.returning()) && !given.left.isZero();
    }

    /** Content of the meta refresh, empty when there is nothing to wait for or the visitor turned it off. */
    public String refresh() {
        return given.refreshing && changes() ? seconds() + ";url=" + link("") : "";
    }

    private long seconds() {
        if (frame.stage().equals("TURN")) {
            return Math.min(REFRESH_AT_TURN.toSeconds(), given.left.toSeconds() + 1);
        }
        return Math.max(SHORTEST_REFRESH.toSeconds(), given.every.toSeconds());
    }

    /** A page that nothing but the visitor can change need not be loaded again. */
    private boolean changes() {
        return frame.explaining()
                || frame.stage().equals("TURN")
                || frame.stage().equals("READY")
                || frame.stage().equals("SOLD_OUT")
                || frame.stage().equals("CLOSED");
    }

    /** This page again; empty when that would show nothing new. */
    public String checkLink() {
        return changes() ? link(given.refreshing ? "" : "off") : "";
    }

    /** This page with the meta refresh turned the other way. */
    public String refreshLink() {
        return link(given.refreshing ? "off" : "");
    }

    private String link(String refresh) {
        return RoomPaths.waitingPage(given.room, given.request)
                + (frame.waiting() ? "&from=" + Math.min(given.from, base()) : "")
                + (refresh.isEmpty() ? "" : "&refresh=" + refresh);
    }

    /** Collects what is known of room, place and request; what is not said is not shown. */
    public static final class Builder {

        private final Texts.Language texts;
        private final RoomId room;
        private final String title;
        private String request = "";
        private String board = "";
        private String place = "";
        private PrintedWords.Spoken words;
        private String stage = "UNKNOWN";
        private long position;
        private long serving;
        private long ahead = -1;
        private Forecast forecast = new Forecast(Forecast.By.MEASURED, List.of(), Optional.empty());
        private OptionalLong most = OptionalLong.empty();
        private long right;
        private long judged;
        private Duration claimWindow = Duration.ofMinutes(10);
        private Duration kept = Duration.ofDays(1);
        private @Nullable Phase phase;
        private Stock.@Nullable Level stock;
        private Board.@Nullable Doors doors;
        private Duration untilDoors = Duration.ZERO;
        private boolean paused;
        private boolean stale;
        private Duration left = Duration.ZERO;
        private boolean extendable;
        private boolean graced;
        private boolean drawing;
        private int perNetwork;
        private @Nullable Drawn drawn;
        private boolean offering;
        private boolean telling;
        private Duration every = Duration.ofSeconds(30);
        private boolean refreshing = true;
        private long from = Long.MAX_VALUE;

        private Builder(Texts.Language texts, RoomId room, String title) {
            this.texts = texts;
            this.room = room;
            this.title = title;
            this.words = PrintedWords.NONE.in(texts);
        }

        public Builder request(String value) {
            request = value;
            return this;
        }

        /** Board and place as their endpoints tell them, so that the script need not ask for them. */
        public Builder documents(String boardAsJson, String placeAsJson) {
            board = boardAsJson;
            place = placeAsJson;
            return this;
        }

        /** The operators' words; their texts are in place of the page's own already. */
        public Builder words(PrintedWords.Spoken said) {
            words = said;
            return this;
        }

        public Builder at(Stage reached, long ownPosition) {
            stage = reached.told().name();
            position = ownPosition;
            return this;
        }

        /** The browser holds no place of this room. */
        public Builder unknown() {
            stage = "UNKNOWN";
            return this;
        }

        /** The place is of an earlier opening and not admitted. */
        public Builder restarted() {
            stage = "RESTARTED";
            return this;
        }

        /** The people ahead, where they are not all between {@link #serving} and the position. */
        public Builder ahead(long people) {
            ahead = people;
            return this;
        }

        public Builder serving(long counter) {
            serving = counter;
            return this;
        }

        public Builder forecast(Forecast said) {
            forecast = said;
            return this;
        }

        /** The maximum number of turns until the line ends; null if it does not. */
        public Builder most(@Nullable Long turns) {
            most = turns == null ? OptionalLong.empty() : OptionalLong.of(turns);
            return this;
        }

        /** The number of right forecasts, and of all. */
        public Builder right(long forecasts, long ofAll) {
            right = forecasts;
            judged = ofAll;
            return this;
        }

        /** How long a waiting place is kept without a look. */
        public Builder kept(Duration ttl) {
            kept = ttl;
            return this;
        }

        public Builder claimWindow(Duration window) {
            claimWindow = window;
            return this;
        }

        public Builder paused(boolean isPaused) {
            paused = isPaused;
            return this;
        }

        /** The phase of the room, when its doors open next, and the time until then; null while it is simply open. */
        public Builder phase(@Nullable Phase now, Board.@Nullable Doors next, Duration left) {
            phase = now;
            doors = next;
            untilDoors = left.isNegative() ? Duration.ZERO : left;
            return this;
        }

        /** Whether all of the room's stock is taken, or sold out; nothing while some is left, or there is none. */
        public Builder stock(Stock.@Nullable Level level) {
            stock = level;
            return this;
        }

        public Builder stale(boolean isStale) {
            stale = isStale;
            return this;
        }

        public Builder left(Duration untilTheEnd) {
            left = untilTheEnd.isNegative() ? Duration.ZERO : untilTheEnd;
            return this;
        }

        public Builder extendable(boolean isExtendable) {
            extendable = isExtendable;
            return this;
        }

        /** Whether a visit that has ended may be followed by another one, for as long as is {@link #left}. */
        public Builder graced(boolean mayReturn) {
            graced = mayReturn;
            return this;
        }

        /** Whether the visitor may choose to be told of the turn elsewhere. */
        public Builder telling(boolean mayAsk) {
            telling = mayAsk;
            return this;
        }

        /** Whether the place has a receipt of a draw. */
        public Builder drawing(boolean isEntrant) {
            drawing = isEntrant;
            return this;
        }

        /** The draw of a place with a receipt: entries of a network, 0 for any number, and the result, null before. */
        public Builder draw(int network, @Nullable Drawn what) {
            perNetwork = network;
            drawn = what;
            return this;
        }

        /** Whether the visitor may choose a lane for access needs. */
        public Builder offering(boolean mayChoose) {
            offering = mayChoose;
            return this;
        }

        public Builder refreshing(Duration interval, boolean isWanted) {
            every = interval;
            refreshing = isWanted;
            return this;
        }

        /** The beginning of the bar; anything beyond the serving counter (and so, by default, now) is taken as now. */
        public Builder from(long counter) {
            from = Math.max(0, counter);
            return this;
        }

        public WaitingPage build() {
            return new WaitingPage(this);
        }
    }
}
