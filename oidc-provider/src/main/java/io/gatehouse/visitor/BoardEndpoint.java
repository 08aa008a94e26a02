package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.board.ForecastView;
import io.gatehouse.door.ReadyAnswers;
import io.gatehouse.door.stream.EventStreams;
import io.gatehouse.page.PageWriter;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.ProblemType;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.PrintedWords;
import io.gatehouse.words.Texts;
import io.gatehouse.words.Theme;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.http.QuotedQualityCSV;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code GET /rooms/{room}/board}: the same bytes for every client, for any cache, from any origin. A board
 * in memory is answered by {@link Ready}, before this endpoint. And {@code GET /rooms/{room}/draw} and {@code
 * GET /rooms/{room}/forecast}, likewise.
 */
@RestController
class BoardEndpoint {

    /** This node does not have the words of that name any more, or not yet. */
    private static final ProblemType UNKNOWN_WORDS =
            new ProblemType(HttpStatus.NOT_FOUND, "unknown-words", "Unknown words");

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final String CACHEABLE = "max-age=1, public";

    /** Words of a name never change. */
    private static final String KEPT = "max-age=86400, public, immutable";

    private static final String EVENTS = "/events";

    private static final MediaType CSS = MediaType.parseMediaType("text/css;charset=UTF-8");

    private final WaitingRooms rooms;
    private final Boards boards;
    private final Texts texts;

    BoardEndpoint(WaitingRooms rooms, Boards boards, Texts texts) {
        this.rooms = rooms;
        this.boards = boards;
        this.texts = texts;
    }

    @GetMapping(RoomPaths.BOARD)
    ResponseEntity<byte[]> board(@PathVariable String room) {
        var board = boards.of(rooms.get(room));
        return json(CACHEABLE).eTag(board.etag()).body(board.bytes());
    }

    private static ResponseEntity.BodyBuilder json(String caching) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, caching)
                .header("Access-Control-Allow-Origin", "*")
                .contentType(MediaType.APPLICATION_JSON);
    }

    /** {@code GET /rooms/{room}/forecast}: how long the wait is at the end of the line, and how good forecasts were. */
    @GetMapping(RoomPaths.FORECAST)
    ResponseEntity<byte[]> forecast(@PathVariable String room) {
        var bytes = JSON.writeValueAsBytes(ForecastView.of(boards.of(rooms.get(room))));
        return json(CACHEABLE)
                .eTag("\"" + DigestUtils.md5DigestAsHex(bytes) + "\"")
                .body(bytes);
    }

    /** {@code GET /rooms/{room}/board/events} of an unknown room: else {@link EventStreams} has answered. */
    @GetMapping(RoomPaths.EVENTS)
    ResponseEntity<Void> noEvents(@PathVariable String room) {
        rooms.get(room);
        return ResponseEntity.notFound().build(); // written otherwise
    }

    /**
     * {@code GET /rooms/{room}/words/{edition}/{language}}: the operators' words, under the name that the
     * board has, for any cache to keep. Only the words that this node's board names exist here: the next
     * board has another name, and invented names cause no load on the store.
     */
    @GetMapping(RoomPaths.WORDS)
    ResponseEntity<String> words(
            @PathVariable String room, @PathVariable String edition, @PathVariable String language) {
        return json(KEPT).body(named(room, edition).in(texts.in(language)).json());
    }

    /**
     * {@code GET /rooms/{room}/looks/{edition}}: the style sheet that goes behind the pages' own. Where
     * another node has made the page, and knew newer or older words, it is answered with what this one knows,
     * which no cache keeps.
     */
    @GetMapping(RoomPaths.LOOKS)
    ResponseEntity<String> looks(@PathVariable String room, @PathVariable String edition) {
        var words = boards.of(rooms.get(room)).words();
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, words.isOf(edition) ? KEPT : "no-store")
                .contentType(CSS)
                .body(words.css());
    }

    /** {@code GET /rooms/{room}/looks/{edition}/logo}: an operator's file, which loads and runs nothing. */
    @GetMapping(RoomPaths.LOGO)
    ResponseEntity<byte[]> logo(@PathVariable String room, @PathVariable String edition) {
        return logo(room, edition, Theme.LIGHT);
    }

    /** {@code GET /rooms/{room}/looks/{edition}/logo/dark}: the same for dark screens. */
    @GetMapping(RoomPaths.DARK_LOGO)
    ResponseEntity<byte[]> darkLogo(@PathVariable String room, @PathVariable String edition) {
        return logo(room, edition, Theme.DARK);
    }

    private ResponseEntity<byte[]> logo(String room, String edition, Theme theme) {
        var logo = named(room, edition)
                .logo(theme)
                .orElseThrow(() -> UNKNOWN_WORDS.thrown("room " + room + " has no logo under that name"));
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, KEPT)
                .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
                .contentType(MediaType.parseMediaType(logo.type()))
                .body(logo.bytes());
    }

    private PrintedWords named(String room, String edition) {
        var words = boards.of(rooms.get(room)).words();
        if (!words.isOf(edition)) {
            throw UNKNOWN_WORDS.thrown(
                    "the board of room " + room + " names other words now, or none that are known here");
        }
        return words;
    }

    /**
     * All that is public of the room's draw by now, as {@code docs/operate/draw.md} describes it and both
     * verifiers read it; 404 where there is none. The one that is announced, else the last one; {@code id}
     * names one of the two, and when that is done any cache keeps the answer.
     */
    @GetMapping(RoomPaths.DRAW)
    ResponseEntity<byte[]> draw(
            @PathVariable String room,
            @RequestParam(defaultValue = "") String id,
            @RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, defaultValue = "") String encodings) {
        return boards.of(rooms.get(room)).told().stream()
                .filter(told -> id.isEmpty() || told.draw().draw().id().equals(id))
                .findFirst()
                .map(told -> draw(told, !id.isEmpty() && told.draw().isDone() ? KEPT : CACHEABLE, encodings))
                .orElseGet(() -> ResponseEntity.notFound().build());
    }

    private static ResponseEntity<byte[]> draw(Boards.SentDraw told, String caching, String encodings) {
        var answer = json(caching).header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        var taken = new QuotedQualityCSV();
        taken.addValue(encodings);
        return taken.getValues().contains("gzip")
                ? answer.header(HttpHeaders.CONTENT_ENCODING, "gzip")
                        .eTag(told.etag() + "-gzip")
                        .body(told.packed())
                : answer.eTag(told.etag()).body(told.bytes());
    }

    /** The address of board events; {@link EventStreams} answers there. */
    static String events(String room) {
        return "/rooms/" + room + Ready.END + EVENTS;
    }

    /** The room whose board is told at this path; empty for any other path. */
    static Optional<String> roomOfEvents(String path) {
        return RoomPaths.room(path, Ready.END + EVENTS);
    }

    /** Boards that are there already: almost all that a crowd asks is this. */
    static final class Ready implements ReadyAnswers {

        private static final String END = "/board";
        private static final HttpFields HEADERS = HttpFields.from(
                new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, CACHEABLE),
                new PreEncodedHttpField("Access-Control-Allow-Origin", "*"),
                new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json"),
                PageWriter.ONLY_OURS);

        private final Boards boards;

        Ready(Boards boards) {
            this.boards = boards;
        }

        @Override
        public String uri() {
            return RoomPaths.BOARD;
        }

        @Override
        public Optional<Answer> at(HttpURI address, HttpFields asked) {
            return RoomPaths.room(address.getPath(), END)
                    .flatMap(boards::ready)
                    .map(board -> new Answer(board.etag(), HEADERS, board.bytes()));
        }
    }
}
