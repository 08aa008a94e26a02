package io.gatehouse.visitor;

import io.gatehouse.door.StrictTransport;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.time.Ticker;
import io.gatehouse.visitor.Boards.Printed;
import io.gatehouse.web.RoomPaths;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /rooms/{room}/board}: the same bytes for everyone, for any cache, from any origin. Where one is there already,
 * {@link Ready} answers with it as this would.
 */
@RestController
class BoardEndpoint {

    private static final String CACHEABLE = "max-age=1, public";

    private final WaitingRooms rooms;
    private final Boards boards;

    BoardEndpoint(WaitingRooms rooms, Boards boards) {
        this.rooms = rooms;
        this.boards = boards;
    }

    @GetMapping(RoomPaths.BOARD)
    ResponseEntity<byte[]> board(@PathVariable String room) {
        var board = boards.of(rooms.get(room));
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, CACHEABLE)
                .eTag(board.etag())
                .header("Access-Control-Allow-Origin", "*")
                .contentType(MediaType.APPLICATION_JSON)
                .body(board.bytes());
    }

    /**
     * Answers those who ask for a board that is there already, before any filter and servlet: almost all that a crowd
     * asks is this, and its way through them cost several times as much as the answer. Everything else goes that way as
     * ever: other methods, addresses that are written otherwise, rooms that are not known, boards that have to be made.
     *
     * <p>What filters would have done for this answer is done here, and ReadyBoardsTest compares with the long way: the
     * headers are the same, the request is counted among all requests, and the first that a proxy has passed on goes the
     * long way, where somebody looks after proxies.
     */
    static final class Ready extends Handler.Wrapper {

        private static final String START = "/rooms/";
        private static final String END = "/board";

        private final Boards boards;
        private final HttpFields headers;
        private final Timer found;
        private final Timer unchanged;
        private final Ticker ticker;
        private final AtomicBoolean isProxySeen = new AtomicBoolean();

        Ready(Boards boards, StrictTransport https, MeterRegistry meters, Ticker ticker) {
            this.boards = boards;
            this.headers = headers(https);
            this.found = timer(meters, "200", "SUCCESS");
            this.unchanged = timer(meters, "304", "REDIRECTION");
            this.ticker = ticker;
        }

        /** Puts it into the server as the innermost handler so far, right before the servlets. */
        static void before(Handler.Singleton server, Ready boards) {
            var outer = server;
            while (outer.getHandler() instanceof Handler.Singleton inner && !(inner instanceof ContextHandler)) {
                outer = inner;
            }
            boards.setHandler(outer.getHandler());
            outer.setHandler(boards);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            var board = board(request);
            if (board.isEmpty()) {
                return super.handle(request, response, callback);
            }
            var began = ticker.read();
            var isKnown = isKnown(request, board.get().etag());
            response.setStatus(isKnown ? 304 : 200);
            response.getHeaders().add(headers).put(HttpHeader.ETAG, board.get().etag());
            (isKnown ? unchanged : found).record(ticker.read() - began, TimeUnit.NANOSECONDS);
            response.write(
                    true,
                    isKnown
                            ? BufferUtil.EMPTY_BUFFER
                            : ByteBuffer.wrap(board.get().bytes()),
                    callback);
            return true;
        }

        private Optional<Printed> board(Request request) {
            var path = request.getHttpURI().getPath();
            return HttpMethod.GET.is(request.getMethod())
                            && path.startsWith(START)
                            && path.endsWith(END)
                            && path.length() > START.length() + END.length()
                            && !isFirstByAProxy(request.getHeaders())
                    ? boards.ready(path.substring(START.length(), path.length() - END.length()))
                    : Optional.empty();
        }

        private boolean isFirstByAProxy(HttpFields sent) {
            return !isProxySeen.get()
                    && (sent.contains(HttpHeader.FORWARDED) || sent.contains(HttpHeader.X_FORWARDED_FOR))
                    && isProxySeen.compareAndSet(false, true);
        }

        /** Whoever asks has it already (RFC 9110 section 13.1.2): among others perhaps, and perhaps called weak by a cache. */
        private static boolean isKnown(Request request, String etag) {
            return request.getHeaders().getValuesList(HttpHeader.IF_NONE_MATCH).stream()
                    .anyMatch(tags -> tags.contains(etag));
        }

        private static HttpFields headers(StrictTransport https) {
            var headers = HttpFields.build()
                    .put(HttpHeader.CACHE_CONTROL, CACHEABLE)
                    .put("Access-Control-Allow-Origin", "*")
                    .put(HttpHeader.CONTENT_TYPE, "application/json")
                    .put("X-Content-Type-Options", "nosniff")
                    .put("X-XSS-Protection", "0")
                    .put("X-Frame-Options", "DENY")
                    .put("Content-Security-Policy", PageWriter.POLICY);
            https.value().ifPresent(value -> headers.put(StrictTransport.HEADER, value));
            return headers.asImmutable();
        }

        /** As Spring counts requests. */
        private static Timer timer(MeterRegistry meters, String status, String outcome) {
            return Timer.builder("http.server.requests")
                    .tags("error", "none", "exception", "none", "method", "GET")
                    .tags("outcome", outcome, "status", status, "uri", RoomPaths.BOARD)
                    .register(meters);
        }
    }
}
