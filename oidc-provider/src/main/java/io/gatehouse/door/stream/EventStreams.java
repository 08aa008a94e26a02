package io.gatehouse.door.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.door.ForwardedFor;
import io.gatehouse.door.StrictTransport;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Ticker;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Documents as server-sent events (WHATWG HTML section 9.2): a listener gets the document at once, and each
 * change until the connection ends. A listener costs a connection and some kilobytes, and no thread. The
 * publisher of a change does not wait: a thread of the server serves the listeners.
 *
 * <p>{@code Last-Event-ID} has no effect, because each event is the whole document.
 */
public final class EventStreams extends Handler.Wrapper {

    /** Below the time after which this server and those before it close a connection on which nothing goes. */
    private static final Duration BEAT = Duration.ofSeconds(15);

    /** Listeners that lose their connection come back within these milliseconds, not all at once. */
    private static final long SOONEST = 2_000;

    private static final long LATEST = 10_000;

    /** Seconds until a refused listener tries again: others leave as their turn comes. */
    private static final String LATER = "60";

    private static final HttpField ANY_ORIGIN = new PreEncodedHttpField("Access-Control-Allow-Origin", "*");

    /** A program in a browser that reads events by itself sends the last id, and has to ask whether it may. */
    private static final HttpField ANY_HEADER = new PreEncodedHttpField("Access-Control-Allow-Headers", "*");

    private static final HttpField METHODS = new PreEncodedHttpField(HttpHeader.ALLOW, "GET, HEAD, OPTIONS");

    private final ConcurrentMap<String, Topic> topics = new ConcurrentHashMap<>();
    private final AtomicLong comers = new AtomicLong();
    private final Predicate<String> paths;
    private final Listeners listeners;
    private final ForwardedFor proxies;
    private final HttpFields headers;
    private final Ticker ticker;
    private volatile boolean hasEnded;

    /** @param paths where documents are, also those that have not been told yet */
    EventStreams(
            Predicate<String> paths,
            Listeners listeners,
            ForwardedFor proxies,
            StrictTransport https,
            Scheduler scheduler) {
        this.paths = paths;
        this.listeners = listeners;
        this.proxies = proxies;
        this.headers = headers(https);
        this.ticker = scheduler;
        scheduler.repeat(this::beat, BEAT);
    }

    private static HttpFields headers(StrictTransport https) {
        var said = HttpFields.build()
                .add(new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/event-stream"))
                // A proxy that compresses events would hold them back (RFC 9111, 5.2.2.6), and so would
                // nginx.
                .add(new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store, no-transform"))
                .add(new PreEncodedHttpField("X-Accel-Buffering", "no"))
                // Otherwise browsers would ask a stopping node again on the same connection, take its refusal
                // for the end, and never come back.
                .add(new PreEncodedHttpField(HttpHeader.CONNECTION, "close"))
                .add(new PreEncodedHttpField("X-Content-Type-Options", "nosniff"))
                .add(ANY_ORIGIN);
        https.value().ifPresent(value -> said.add(new PreEncodedHttpField(StrictTransport.HEADER, value)));
        return said.asImmutable();
    }

    /** The document at this path is now this line; another content has another id. */
    public void tell(String path, String id, byte[] document) {
        var topic = topic(path);
        topic.is(id, document);
        topic.tells(this::run);
    }

    /** The number of listeners. */
    public int count() {
        return listeners.count();
    }

    /** Before there is a server there are no listeners. */
    private void run(Runnable task) {
        getServer().getThreadPool().execute(task);
    }

    private void beat() {
        if (listeners.count() > 0) {
            run(() -> topics.values().forEach(topic -> topic.listeners().forEach(StreamListener::hearsNothing)));
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        var path = request.getHttpURI().getPath();
        if (!topics.containsKey(path) && !paths.test(path)) {
            return super.handle(request, response, callback);
        }
        switch (request.getMethod()) {
            case "GET" -> comes(topic(path), request, response, callback);
            case "HEAD" -> {
                response.getHeaders().add(headers);
                response.write(false, BufferUtil.EMPTY_BUFFER, callback);
            }
            case "OPTIONS" -> {
                response.setStatus(HttpStatus.NO_CONTENT_204);
                response.getHeaders().add(METHODS).add(ANY_ORIGIN).add(ANY_HEADER);
                callback.succeeded();
            }
            default -> {
                response.getHeaders().put(METHODS).put(ANY_ORIGIN);
                Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            }
        }
        return true;
    }

    private Topic topic(String path) {
        return topics.computeIfAbsent(path, first -> new Topic());
    }

    private void comes(Topic topic, Request request, Response response, Callback callback) {
        var block = proxies.block(request);
        switch (hasEnded ? Listeners.Verdict.TOO_MANY : listeners.come(block)) {
            case WELCOME -> listens(topic, block, request, response, callback);
            case TOO_MANY -> refuse(HttpStatus.SERVICE_UNAVAILABLE_503, request, response, callback);
            case TOO_MANY_OF_BLOCK -> refuse(HttpStatus.TOO_MANY_REQUESTS_429, request, response, callback);
        }
    }

    private static void refuse(int status, Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.RETRY_AFTER, LATER).put(ANY_ORIGIN);
        Response.writeError(request, response, callback, status);
    }

    private void listens(Topic topic, String block, Request request, Response response, Callback callback) {
        response.getHeaders().add(headers);
        var all = topic.listeners();
        var listener = new StreamListener(
                request,
                response,
                callback,
                topic::newest,
                gone -> {
                    all.remove(gone);
                    listeners.go(block);
                },
                ticker);
        all.add(listener);
        listener.begins(preface());
        if (hasEnded) {
            listener.ends();
        }
    }

    private byte[] preface() {
        var retry = SOONEST + comers.getAndIncrement() * 997 % (LATEST - SOONEST);
        return ("retry: " + retry + "\n\n").getBytes(UTF_8);
    }

    /** Ends all connections, without waiting for slow clients; clients come back, here or to another node. */
    void end() {
        hasEnded = true;
        topics.values().forEach(topic -> topic.listeners().forEach(StreamListener::ends));
    }
}
