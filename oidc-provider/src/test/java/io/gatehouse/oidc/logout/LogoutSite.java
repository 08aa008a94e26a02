package io.gatehouse.oidc.logout;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.flow.Browser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A site's back channel on a free port: keeps what it is told, and answers as it is bidden. */
public final class LogoutSite implements AutoCloseable {

    /** What came in. */
    public record Notice(String method, String path, String contentType, Map<String, String> form) {

        public String token() {
            return form.getOrDefault("logout_token", "");
        }
    }

    private final BlockingQueue<Notice> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile boolean isHanging;

    public LogoutSite() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public String uri() {
        return "http://localhost:" + server.getAddress().getPort() + "/backchannel-logout";
    }

    /** The next answers; after them it is 200 again. */
    LogoutSite answers(Integer... statuses) {
        answers.addAll(List.of(statuses));
        return this;
    }

    /** From now on it takes requests and answers none until it is closed. */
    LogoutSite hangs() {
        isHanging = true;
        return this;
    }

    /** Forgets what it has been told. */
    public void forgets() {
        told.clear();
    }

    /** What it is told next; fails when that takes too long. */
    public Notice next() {
        try {
            var next = told.poll(60, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("the site was told nothing");
            }
            return next;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** What it has been told already; empty for nothing. */
    public Optional<Notice> already() {
        return Optional.ofNullable(told.poll());
    }

    @Override
    public void close() {
        released.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var type = exchange.getRequestHeaders().getFirst("Content-Type");
        told.add(new Notice(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                String.valueOf(type),
                Browser.parameters("?" + body)));
        if (isHanging) {
            try {
                released.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
        var next = answers.poll();
        var status = next == null ? 200 : next;
        if (status == 302) {
            exchange.getResponseHeaders().add("Location", "/elsewhere");
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
