package io.gatehouse.door;

import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Reads bodies before the request goes further: a servlet blocks while it reads, so a client that sends a
 * byte every few seconds would hold a thread. Here no thread waits, and a whole body has to arrive within one
 * deadline; a minimum rate would not do, because a body may be a few bytes. All bodies together have a limit,
 * and so have those of one address block.
 *
 * <p>No body is decompressed, or a few bytes would become as many as the limit allows: a body with {@code
 * Content-Encoding} is answered 415 (RFC 9110 section 15.5.16). So this stands before the decompression.
 */
final class WholeBodies extends Handler.Wrapper {

    /** Bytes that are read of a body that is too long: a client that still sends would not read the answer. */
    private static final int MOST_DRAINED = 1024 * 1024;

    /** Told to a client if there are too many bodies: by then the current ones are complete or refused. */
    private static final String SOON = "10";

    private static final String IDENTITY = "identity";

    private static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH");

    private final PathMappings<Integer> longest = new PathMappings<>();
    private final Duration within;
    private final Ticker ticker;
    private final BodyShares shares;

    /** Each body has to be here within this span from the headers on; the shares count it until the answer. */
    WholeBodies(Handler handler, List<BodyLimit> limits, Duration within, Ticker ticker, BodyShares shares) {
        super(handler);
        this.shares = shares;
        this.within = within;
        this.ticker = ticker;
        limits.forEach(limit -> limit.paths().forEach(path -> longest.put(path, limit.longest())));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getHeaders().getCSV(HttpHeader.CONTENT_ENCODING, false).stream()
                .anyMatch(coding -> !coding.equalsIgnoreCase(IDENTITY))) {
            response.getHeaders().put(HttpHeader.ACCEPT_ENCODING, IDENTITY);
            Response.writeError(request, response, callback, HttpStatus.UNSUPPORTED_MEDIA_TYPE_415);
            return true;
        }
        var limit =
                METHODS.contains(request.getMethod()) ? longest.getMatched(Request.getPathInContext(request)) : null;
        if (limit == null) {
            return super.handle(new WithBody(request, BufferUtil.EMPTY_BUFFER), response, callback);
        }
        new BodyInProgress(request, response, callback, limit.getResource()).readOn();
        return true;
    }

    private void pass(Request request, Response response, Callback callback) {
        Door.goOn(super::handle, request, response, callback);
    }

    /** One body on its way; only one thread calls it at a time, since each part is demanded. */
    private final class BodyInProgress implements Runnable {

        private final Request request;
        private final Response response;
        private final Callback callback;
        private final int longest;
        private final BodyShares.Share share;
        private final Deadline deadline = Deadline.after(within, ticker);
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final EndPoint connection;
        private final long idleTimeout;
        private long read;
        private boolean waited;

        BodyInProgress(Request request, Response response, Callback callback, int longest) {
            this.request = request;
            this.response = response;
            this.share = shares.of(request);
            this.callback = Callback.from(share::giveBack, callback);
            this.longest = longest;
            this.connection = request.getConnectionMetaData().getConnection().getEndPoint();
            this.idleTimeout = connection.getIdleTimeout();
        }

        /** More has come, or the connection has been idle for as long as was left. */
        @Override
        public void run() {
            waited = true;
            readOn();
        }

        void readOn() {
            for (var chunk = request.read(); chunk != null; chunk = request.read()) {
                if (Content.Chunk.isFailure(chunk)) {
                    refuse(
                            chunk.getFailure() instanceof TimeoutException
                                    ? HttpStatus.REQUEST_TIMEOUT_408
                                    : HttpStatus.BAD_REQUEST_400);
                    return;
                }
                if (!keeps(chunk)) {
                    response.getHeaders().put(HttpHeader.RETRY_AFTER, SOON);
                    refuse(HttpStatus.SERVICE_UNAVAILABLE_503);
                    return;
                }
                if (chunk.isLast() || read > MOST_DRAINED) {
                    end();
                    return;
                }
            }
            await();
        }

        /** Whether there is still room for it. */
        private boolean keeps(Content.Chunk chunk) {
            var bytes = BufferUtil.toArray(chunk.getByteBuffer());
            chunk.release();
            read += bytes.length;
            if (read > longest) {
                return true; // refused when it ends, thrown away until then
            }
            if (!share.take(bytes.length)) {
                return false;
            }
            body.writeBytes(bytes);
            return true;
        }

        /** The connection's own timeout begins anew with each byte, so it is set to what is left. */
        private void await() {
            var left = deadline.remaining();
            if (left.isNegative()) {
                refuse(HttpStatus.REQUEST_TIMEOUT_408);
            } else {
                connection.setIdleTimeout(left.toMillis() + 1);
                request.demand(this);
            }
        }

        private void end() {
            if (read > longest) {
                refuse(HttpStatus.PAYLOAD_TOO_LARGE_413);
                return;
            }
            connection.setIdleTimeout(idleTimeout);
            var whole = new WithBody(request, ByteBuffer.wrap(body.toByteArray()));
            if (waited) { // what reads from the connection must not run endpoints
                request.getContext().execute(() -> pass(whole, response, callback));
            } else {
                pass(whole, response, callback);
            }
        }

        /** Frees the memory before the client reads the answer, since it may come again at once. */
        private void refuse(int status) {
            share.giveBack();
            connection.setIdleTimeout(idleTimeout);
            Response.writeError(request, response, callback, status);
        }
    }

    /** The same request with its body at hand. */
    private static final class WithBody extends Request.Wrapper {

        private final Content.Source body;
        private final int length;

        WithBody(Request request, ByteBuffer body) {
            super(request);
            this.length = body.remaining();
            this.body = Content.Source.from(body);
        }

        @Override
        public long getLength() {
            return length;
        }

        @Override
        public Content.Chunk read() {
            return body.read();
        }

        @Override
        public void demand(Runnable demandCallback) {
            body.demand(demandCallback);
        }

        @Override
        public void fail(Throwable failure) {
            body.fail(failure);
            super.fail(failure);
        }
    }
}
