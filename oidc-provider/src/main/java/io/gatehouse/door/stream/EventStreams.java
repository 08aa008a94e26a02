package io.gatehouse.door.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.door.ForwardedFor;
import io.gatehouse.door.StrictTransport;
import io.gatehouse.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Documents as server-sent events (WHATWG HTML section 9.2): whoever asks for one is told it at once, and each time that it
 * changes, until they go. A reader holds a connection and some kilobytes, and no thread. Who tells of a change waits for nobody:
 * a thread of the server goes round.
 *
 * <p>What a reader says to have heard last does not matter: a document is told whole.
 */
public final class EventStreams extends Handler.Wrapper {

    /** Below the time after which this server and those before it close a connection on which nothing goes. */
    private static final Duration BEAT = Duration.ofSeconds(15);

    /** Those who lose their connection come back within so many milliseconds, not all at once. */
    private static final long SOONEST = 2_000;

    private static final long LATEST = 10_000;

    /** Said to whom there is no room for: others leave as their turn comes. */
    private static final String LATER = "60";

    private static final HttpField ANY_ORIGIN = new PreEncodedHttpField("Access-Control-Allow-Origin", "*");

    private final ConcurrentMap<String, Topic> topics = new ConcurrentHashMap<>();
    private final AtomicLong comers = new AtomicLong();
    private final Readers readers;
    private final ForwardedFor proxies;
    private final HttpFields headers;
    private final Scheduler scheduler;
    private volatile boolean hasEnded;

    EventStreams(Readers readers, ForwardedFor proxies, StrictTransport https, Scheduler scheduler) {
        this.readers = readers;
        this.proxies = proxies;
        this.headers = headers(https);
        this.scheduler = scheduler;
        scheduler.repeat(this::beat, BEAT);
    }

    private static HttpFields headers(StrictTransport https) {
        var said = HttpFields.build()
                .add(new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/event-stream"))
                .add(new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store"))
                .add(new PreEncodedHttpField("X-Accel-Buffering", "no")) // nginx would keep events until it has many
                .add(new PreEncodedHttpField("X-Content-Type-Options", "nosniff"))
                .add(ANY_ORIGIN);
        https.value().ifPresent(value -> said.add(new PreEncodedHttpField(StrictTransport.HEADER, value)));
        return said.asImmutable();
    }

    /**
     * The document at this path is now this one; of whoever asks for a path that nothing has been said of, others know.
     *
     * @param id another one for each content
     * @param document of one line
     */
    public void tell(String path, String id, byte[] document) {
        var topic = topics.computeIfAbsent(path, first -> new Topic());
        topic.is(id, document);
        topic.tells(this::run);
    }

    /** How many listen now. */
    public int count() {
        return readers.count();
    }

    /** Before there is a server nobody listens. */
    private void run(Runnable task) {
        getServer().getThreadPool().execute(task);
    }

    private void beat() {
        if (readers.count() > 0) {
            run(() -> topics.values().forEach(topic -> topic.readers().forEach(Reader::hearsNothing)));
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        var topic = HttpMethod.GET.is(request.getMethod())
                ? topics.get(request.getHttpURI().getPath())
                : null;
        if (topic == null) {
            return super.handle(request, response, callback);
        }
        var block = proxies.block(request);
        switch (hasEnded ? Readers.Verdict.TOO_MANY : readers.come(block)) {
            case WELCOME -> listens(topic, block, request, response, callback);
            case TOO_MANY -> refuse(HttpStatus.SERVICE_UNAVAILABLE_503, request, response, callback);
            case TOO_MANY_OF_BLOCK -> refuse(HttpStatus.TOO_MANY_REQUESTS_429, request, response, callback);
        }
        return true;
    }

    private static void refuse(int status, Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.RETRY_AFTER, LATER).put(ANY_ORIGIN);
        Response.writeError(request, response, callback, status);
    }

    private void listens(Topic topic, String block, Request request, Response response, Callback callback) {
        response.getHeaders().add(headers);
        var all = topic.readers();
        var reader = new Reader(
                request,
                response,
                callback,
                topic::newest,
                gone -> {
                    all.remove(gone);
                    readers.go(block);
                },
                scheduler);
        all.add(reader);
        reader.begins(preface());
        if (hasEnded) {
            reader.ends();
        }
    }

    private byte[] preface() {
        var retry = SOONEST + comers.getAndIncrement() * 997 % (LATEST - SOONEST);
        return ("retry: " + retry + "\n\n").getBytes(UTF_8);
    }

    /** Ends all, so that nobody waits for them: those who listen come back, here or to another node. */
    void end() {
        hasEnded = true;
        topics.values().forEach(topic -> topic.readers().forEach(Reader::ends));
    }
}
