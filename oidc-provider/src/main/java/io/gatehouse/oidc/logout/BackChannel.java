package io.gatehouse.oidc.logout;

import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import io.gatehouse.web.Query;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one site from server to server that visits have ended: sends a few notices at a time, and repeats
 * those that the site did not accept. Each site has its own, so a site that hangs delays no other. Logouts do
 * not wait behind ends by time, of which thousands may come at once. The number of waiting notices is
 * limited, so a site that is down costs no memory.
 */
final class BackChannel implements AutoCloseable {

    /** Something to tell a site. */
    interface Notice {

        /** The logout token for the next attempt; empty when the site need not be told. May ask the store. */
        Optional<String> token();

        /** An attempt is over; another may follow. */
        void isAttempted();

        /** No further attempt follows. */
        void isDone(boolean isDelivered);
    }

    /** The kinds of notices. */
    enum Kind {
        /** A visitor, a site or an operator has ended a visit; given up after about a minute. */
        LOGOUT(1_000, Duration.ofSeconds(70)),
        /** Time has ended a visit; all visits of a room may have begun at once. */
        TIME(10_000, Duration.ofMinutes(10));

        private final int most;
        private final Duration givenUp;

        Kind(int most, Duration givenUp) {
            this.most = most;
            this.givenUp = givenUp;
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(BackChannel.class);

    /** Between the attempts. */
    static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(15), Duration.ofSeconds(30));

    private static final int AT_ONCE = 4;

    /** The maximum number of requests of all sites together. */
    private static final int MOST_REQUESTS = 1_000;

    private final Kind kind;
    private final String site;
    private final URI uri;
    private final Outbound client;
    private final Scheduler scheduler;
    private final ThreadPoolExecutor threads;
    private final LogThrottle throttle;
    private final AtomicInteger underWay = new AtomicInteger();

    BackChannel(Kind kind, String site, URI uri, Outbound client, Scheduler scheduler) {
        this.kind = kind;
        this.site = site;
        this.uri = uri;
        this.client = client;
        this.scheduler = scheduler;
        this.throttle = new LogThrottle(scheduler);
        this.threads =
                new ThreadPoolExecutor(AT_ONCE, AT_ONCE, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    var thread = new Thread(work, "back-channel-" + site);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** The client of all sites. Each has its own few threads, and this long to answer one attempt. */
    static Outbound client(Duration timeout) {
        return new Outbound(Bounds.ofDocuments(timeout, MOST_REQUESTS));
    }

    /** Begins to deliver it. */
    void take(Notice notice) {
        if (underWay.incrementAndGet() > kind.most) {
            end(notice, "too many others are under way");
        } else {
            attemptSoon(notice, 0, Deadline.after(kind.givenUp, scheduler));
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private void attemptSoon(Notice notice, int attempt, Deadline end) {
        unlessStopping(notice, () -> threads.execute(() -> attempt(notice, attempt, end)));
    }

    private void attemptLater(Notice notice, int attempt, Deadline end) {
        var pause = PAUSES.get(attempt - 1);
        unlessStopping(notice, () -> scheduler.schedule(() -> attemptSoon(notice, attempt, end), pause));
    }

    private void unlessStopping(Notice notice, Runnable next) {
        try {
            next.run();
        } catch (RejectedExecutionException weAreStopping) {
            end(notice, "Gatehouse is stopping");
        }
    }

    private void attempt(Notice notice, int attempt, Deadline end) {
        var isLate = end.isExpired();
        var failure = isLate ? Optional.of("it is too late now") : failure(notice);
        if (failure.isEmpty()) {
            underWay.decrementAndGet();
            notice.isDone(true);
        } else if (attempt < PAUSES.size() && !isLate) {
            notice.isAttempted();
            attemptLater(notice, attempt + 1, end);
        } else {
            end(notice, failure.get());
        }
    }

    private void end(Notice notice, String failure) {
        underWay.decrementAndGet();
        throttle.count(
                site,
                times -> LOG.warn("site {} was not told of the ends of {} visits, at last: {}", site, times, failure));
        notice.isDone(false);
    }

    /** Tells the site once, if it need be told; why that did not work, if it did not. */
    private Optional<String> failure(Notice notice) {
        try {
            var token = notice.token();
            return token.isEmpty() ? Optional.empty() : failure(token.get());
        } catch (InterruptedIOException stopped) {
            return Optional.of("stopped");
        } catch (IOException | RuntimeException broken) { // nobody waits for this thread's complaint
            return Optional.of(broken.toString());
        }
    }

    /** Section 2.8: 200, or 204 where there is no body. The body is not read: it could go on for ever. */
    private Optional<String> failure(String token) throws IOException {
        var request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(Query.of(Map.of("logout_token", token))));
        var status = client.status(request);
        return status == 200 || status == 204 ? Optional.empty() : Optional.of("it answered " + status);
    }
}
