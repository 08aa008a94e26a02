package io.gatehouse.outbound;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.ProtocolException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks other servers by HTTP, and trusts none of them to stop. An answer is given up when it has more bytes
 * or takes longer than the bounds allow, its body included; so a server that sends without end costs neither
 * the memory nor a thread. Requests beyond those at once are refused, and do not wait.
 *
 * <p>A server that cannot be reached is told from one that is late: the connection gets nine tenths of the
 * time, and its failure is an {@link java.net.http.HttpConnectTimeoutException}. No message repeats what
 * a server sends in place of HTTP.
 *
 * <p>No redirect is followed: it could lead to an address inside our own network. A caller that has to follow
 * one looks at the address first ({@link Reach}). No compressed answer is asked for, and one that comes is
 * not inflated.
 *
 * <p>An architecture test forbids every other HTTP client. The AWS SDK has its own: it speaks to Amazon's
 * endpoints alone, and each call has a time over all.
 */
public final class Outbound {

    private final HttpClient client;
    private final Bounds bounds;
    private final Semaphore free;

    public Outbound(Bounds bounds) {
        this(bounds, HttpClient.newBuilder());
    }

    private Outbound(Bounds bounds, HttpClient.Builder client) {
        this.client = built(client.version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(bounds.time().multipliedBy(9).dividedBy(10)));
        this.bounds = bounds;
        this.free = new Semaphore(bounds.atOnce());
    }

    /**
     * A client's thread ends when the client is garbage. It inherits the context class loader of the thread
     * that builds the client. The web server's would keep a closed application, and with it the client, in
     * memory for ever.
     */
    private static HttpClient built(HttpClient.Builder client) {
        var thread = Thread.currentThread();
        var loader = thread.getContextClassLoader();
        thread.setContextClassLoader(Outbound.class.getClassLoader());
        try {
            return client.build();
        } finally {
            thread.setContextClassLoader(loader);
        }
    }

    /** One that keeps cookies, as a browser does. */
    public static Outbound browser(Bounds bounds) {
        return new Outbound(bounds, HttpClient.newBuilder().cookieHandler(cookies()));
    }

    /**
     * The JDK takes a cookie with {@code Max-Age} for one of RFC 2965, and would send it back in quotes with
     * a version before it, which no site expects today (RFC 6265 section 5.4).
     */
    private static CookieManager cookies() {
        return new CookieManager(null, (from, cookie) -> {
            cookie.setVersion(0);
            return CookiePolicy.ACCEPT_ORIGINAL_SERVER.shouldAccept(from, cookie);
        });
    }

    /** The time that an answer may take with its body. */
    public Duration patience() {
        return bounds.time();
    }

    /** The status of the answer. The body is not read. */
    public int status(HttpRequest.Builder request) throws IOException {
        return send(request, bounds.time(), new BodyBeginning(0, false)).statusCode();
    }

    /** The whole answer. Throws an {@code IOException} when the body is longer than it may be. */
    public HttpResponse<String> read(HttpRequest.Builder request) throws IOException {
        return send(request, bounds.time(), new BodyBeginning(bounds.bytes(), true));
    }

    /**
     * The answer with as much of the body as may be read, within the time of the bounds or the given one if
     * that is less.
     */
    public HttpResponse<String> readBeginning(HttpRequest.Builder request, Duration left) throws IOException {
        var time = left.compareTo(bounds.time()) < 0 ? left : bounds.time();
        return send(request, time, new BodyBeginning(bounds.bytes(), false));
    }

    private HttpResponse<String> send(HttpRequest.Builder request, Duration time, BodyBeginning body)
            throws IOException {
        if (!free.tryAcquire()) {
            throw new IOException(bounds.atOnce() + " such requests are under way already");
        }
        try {
            return answer(request, time, body);
        } finally {
            free.release();
        }
    }

    /** The time of a request alone would end with the head of the answer, so the wait for the whole has the limit. */
    private HttpResponse<String> answer(HttpRequest.Builder request, Duration time, BodyBeginning body)
            throws IOException {
        var answer = client.sendAsync(request.build(), head -> body);
        try {
            return answer.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException tooSlow) {
            throw new HttpTimeoutException("timed out: the answer was not whole within " + time.toMillis() + " ms");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped while waiting for an answer");
        } catch (ExecutionException failure) {
            throw told(failure);
        } finally {
            answer.cancel(
                    true); // closes the connection of an answer that goes on; nothing happens to one that is whole
        }
    }

    /** The JDK repeats the line that it cannot read. */
    private static IOException told(ExecutionException failure) {
        for (var cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ProtocolException) {
                return new IOException("the answer is not HTTP");
            }
        }
        return failure.getCause() instanceof IOException broken ? broken : new IOException(failure.getCause());
    }
}
