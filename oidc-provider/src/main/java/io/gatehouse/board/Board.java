package io.gatehouse.board;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.door.stream.EventStreams;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.PublishedDraw;
import io.gatehouse.forecast.Forecast;
import io.gatehouse.forecast.RoomForecast;
import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Stock;
import io.gatehouse.words.PrintedWords;
import io.gatehouse.words.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The one status document that every page of a room reads; the same for all, so that a cache can answer. Each
 * page computes its own place from it.
 *
 * @param opening which run of the room, from 1
 * @param paused whether no visitor is called at present, because an operator has paused the room
 * @param stale whether the room has not been read for some time, because the store is away
 * @param issued the last position handed out
 * @param serving the last position called; after a draw, counted in its order
 * @param forecast how long waits are, and how good forecasts have been
 * @param claimWindow how long a turn is kept, in seconds
 * @param waitingTtl how long a place in line is kept without a look, in seconds
 * @param recovery rises when the line has been lost and comes back from the visitors' cookies: each page with
 *     a position up to this one asks for its place once more; absent before that
 * @param phase what the room does with visitors; absent while it is simply open
 * @param doors when the doors open next, with details; absent if unknown or not to be told
 * @param stock whether all of the room's stock is taken or sold out; absent while some is left, or there is
 *     none
 * @param words the name of the operators' words, new after each edit; absent: none
 * @param draw the draw of the opening, from when its lobby opens; absent without one
 * @param lanes each lane by its number, the default one first; absent before the first join of another
 * @param events true if pages are to listen instead of polling, see {@link EventStreams}; else absent
 * @param notices true if pages may offer a notification of the browser at the turn; else absent
 * @param polls how often to poll: the first entry that covers the reader's distance from the head counts
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Board(
        String room,
        String title,
        long opening,
        boolean paused,
        boolean stale,
        long issued,
        long serving,
        Waits forecast,
        long claimWindow,
        long waitingTtl,
        @Nullable Long recovery,
        @Nullable Phase phase,
        @Nullable Doors doors,
        Stock.@Nullable Level stock,
        @Nullable String words,
        @Nullable Drawn draw,
        @Nullable List<Lane> lanes,
        @Nullable Boolean events,
        @Nullable Boolean notices,
        List<Poll> polls) {

    /**
     * The part of a draw that a page needs to work out the number of its call; the whole public draw is a
     * document of its own, see {@link PublishedDrawView}.
     *
     * @param id the draw's
     * @param base the last position before the lobby
     * @param entrants how many take part; absent while the lobby is open
     * @param key that makes the order; absent until the draw is done, and without entrants
     * @param behind how many entries stand behind all others; absent if none does
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Drawn(String id, long base, @Nullable Long entrants, @Nullable String key, @Nullable Integer behind) {

        private static Drawn of(LobbyDraw draw) {
            return new Drawn(
                    draw.draw().id(),
                    draw.base(),
                    draw.frozen().map(LobbyDraw.Frozen::entrants).orElse(null),
                    draw.published().map(PublishedDraw::key).orElse(null),
                    draw.frozen()
                            .map(who -> who.behind().entries().size())
                            .filter(many -> many > 0)
                            .orElse(null));
        }
    }

    /**
     * The expected waits, as pages show them.
     *
     * @param by the basis of the forecast, as its {@link Forecast.By#word word}
     * @param points see {@link Forecast}; empty if nothing can be said
     * @param change what has changed of late, in a word; absent if nothing has
     * @param most how many turns there can be until the line ends; absent if it does not
     * @param kept how many promises of this opening were kept
     * @param judged how many promises were judged
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Waits(
            String by, List<Point> points, @Nullable String change, @Nullable Long most, long kept, long judged) {

        /** A point, in JSON an array of three numbers. */
        @JsonFormat(shape = JsonFormat.Shape.ARRAY)
        public record Point(double turns, long from, long to) {}

        private static Waits of(RoomForecast said, Optional<Duration> untilTheEnd) {
            var forecast = said.forecast();
            var most = untilTheEnd.map(forecast::turnsWithin).filter(OptionalLong::isPresent);
            return new Waits(
                    forecast.by().word(),
                    forecast.points().stream()
                            .map(point -> new Point(point.turns(), point.from(), point.to()))
                            .toList(),
                    forecast.change().map(Forecast.Change::word).orElse(null),
                    most.map(OptionalLong::getAsLong).orElse(null),
                    said.score().kept(),
                    said.score().judged());
        }
    }

    /**
     * The counters of a lane from which a page works out its own number.
     *
     * @param serving the last position in it that was called
     * @param weight its own; see {@link Lanes#ahead}
     * @param before who of other lanes may be called before those who wait in this one
     */
    public record Lane(long serving, long weight, List<Lanes.Before> before) {

        private static @Nullable List<Lane> all(Lanes declared, RoomSnapshot seen) {
            return seen.lanes().isEmpty()
                    ? null
                    : IntStream.rangeClosed(0, seen.lanes().lanes().size())
                            .mapToObj(number -> of(declared, seen, number))
                            .toList();
        }

        private static Lane of(Lanes declared, RoomSnapshot seen, int number) {
            return new Lane(
                    number == 0 ? seen.reached() : seen.lanes().of(number).serving(),
                    declared.weight(seen.lanes(), number),
                    declared.before(seen.lanes(), number, seen.waiting()));
        }
    }

    /**
     * The next date of the schedule.
     *
     * @param lobby when places are given, in the format of ISO 8601
     * @param open when their holders are called
     * @param zone the zone for readers whose own zone is unknown
     */
    public record Doors(String lobby, String open, String zone) {

        public String lobbyIn(Texts.Language language) {
            return language.date(Instant.parse(lobby), ZoneId.of(zone));
        }

        public String openIn(Texts.Language language) {
            return language.date(openAt(), ZoneId.of(zone));
        }

        public Instant openAt() {
            return Instant.parse(open);
        }

        private static Doors of(ScheduledDate next) {
            return new Doors(
                    next.lobbyAt().toString(),
                    next.doorsAt().toString(),
                    next.zone().getId());
        }
    }

    /** The seconds between two looks with at most this many people ahead; the last entry has none and is for all. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Poll(@Nullable Long ahead, int every) {}

    private static final List<Poll> POLLS =
            List.of(new Poll(50L, 2), new Poll(500L, 5), new Poll(5_000L, 15), new Poll(null, 30));

    /** Pages of a sold-out room still see when an operator adds stock. */
    private static final List<Poll> SELDOM = List.of(new Poll(null, 30));

    public static Board of(
            Room room, RoomSnapshot snapshot, RoomForecast said, PrintedWords words, boolean isHeard, Instant now) {
        var settings = room.settings(snapshot);
        var phase = room.phase(snapshot, now);
        var left = settings.left(snapshot);
        return new Board(
                room.id().value(),
                words.name().isEmpty() ? room.title() : words.name(),
                snapshot.opening(),
                settings.isPaused() || phase == Phase.HELD,
                false,
                snapshot.issued(),
                snapshot.reached(),
                Waits.of(said, settings.endsAt(now).map(end -> Duration.between(now, end))),
                room.terms().claimWindow().toSeconds(),
                room.terms().waitingTtl().toSeconds(),
                snapshot.recovery() == 0 ? null : snapshot.recovery(),
                phase == Phase.OPEN ? null : phase,
                room.next(snapshot, now).map(Doors::of).orElse(null),
                left == Stock.Level.SOME ? null : left,
                words.edition().isEmpty() ? null : words.edition(),
                snapshot.draw().map(Drawn::of).orElse(null),
                Lane.all(room.lanes(), snapshot),
                isHeard ? true : null,
                room.terms().notices().page() ? true : null,
                left == Stock.Level.SOLD_OUT ? SELDOM : POLLS);
    }

    /** The last position called in this lane. */
    public long serving(int lane) {
        return lanes == null || lane >= lanes.size() ? serving : lanes.get(lane).serving;
    }

    /** The number of visitors who enter before the visitor with this number in a lane. */
    public long ahead(int lane, long turn) {
        if (lanes == null || lane >= lanes.size()) {
            return Math.max(0, turn - serving - 1);
        }
        var own = lanes.get(lane);
        return Lanes.ahead(Math.max(0, turn - own.serving - 1), own.weight, own.before);
    }

    Board asStale() {
        return new Board(
                room,
                title,
                opening,
                paused,
                true,
                issued,
                serving,
                forecast,
                claimWindow,
                waitingTtl,
                recovery,
                phase,
                doors,
                stock,
                words,
                draw,
                lanes,
                events,
                notices,
                polls);
    }
}
