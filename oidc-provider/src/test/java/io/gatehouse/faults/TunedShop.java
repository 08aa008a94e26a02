package io.gatehouse.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A shop that can do so much and no more: a few requests at a time, each of which takes its time. Others
 * wait, and fail when too many do.
 */
final class TunedShop implements AutoCloseable {

    private static final int AT_ONCE = 2;
    private static final int MOST_WAITING = 12;
    private static final Duration WORK = Duration.ofMillis(100);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Semaphore workers = new Semaphore(AT_ONCE, true);
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger inARow = new AtomicInteger();
    private final HttpServer server;
    private volatile Duration work = WORK;

    TunedShop() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI page() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/page");
    }

    /** Each request takes twice as long, or as long as before. */
    void isHalved(boolean halved) {
        work = halved ? WORK.multipliedBy(2) : WORK;
    }

    /** How many requests have failed so far. */
    int failed() {
        return failed.get();
    }

    /** How many have been answered since the last one that failed. */
    int answeredInARow() {
        return inARow.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        var isTaken = waiting.incrementAndGet() <= MOST_WAITING;
        if (isTaken) {
            workers.acquireUninterruptibly();
            LockSupport.parkNanos(work.toNanos());
            workers.release();
            inARow.incrementAndGet();
        } else {
            failed.incrementAndGet();
            inARow.set(0);
        }
        waiting.decrementAndGet();
        exchange.sendResponseHeaders(isTaken ? 200 : 503, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
