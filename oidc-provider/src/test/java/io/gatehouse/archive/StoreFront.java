package io.gatehouse.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.time.Workers;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a store of objects that never fails by itself, and knows its credentials, which that does not. */
final class StoreFront implements AutoCloseable {

    static final String KEY = "AKIARIGHT";

    private static final Set<String> OF_THE_CONNECTION = Set.of("connection", "content-length", "expect", "host");

    /** What becomes of requests. */
    enum Fault {
        NONE,
        FULL,
        OVERLOADED,
        HANGS,
        ENDLESS,
        GARBAGE,
        /** A request to write an object is carried out, and the store dies before it answers. */
        DIES,
        WITHOUT_CONDITIONS,
        CONFLICT
    }

    private final URI store;
    private final Runnable dies;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool(Workers.named("store-front"));
    private volatile CountDownLatch isOver = new CountDownLatch(1);
    private final List<Map<String, List<String>>> written = new CopyOnWriteArrayList<>();
    private final AtomicInteger hanging = new AtomicInteger();
    private volatile Fault fault = Fault.NONE;

    /** @param dies ends the store */
    StoreFront(URI store, Runnable dies) {
        this.store = store;
        this.dies = dies;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI address() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    /** From now on; requests that hang are hung up on. */
    void is(Fault now) {
        var before = isOver;
        isOver = new CountDownLatch(1);
        fault = now;
        before.countDown();
    }

    /** How many requests it has left without an answer. */
    int hanging() {
        return hanging.get();
    }

    /** The headers of each request that has written an object. */
    List<Map<String, List<String>>> written() {
        return written;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            var isWrite = exchange.getRequestMethod().equals("PUT");
            var isConditional = exchange.getRequestHeaders().containsKey("If-None-Match");
            var signed = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            if (!signed.contains("Credential=" + KEY + "/")) {
                error(exchange, 403, "InvalidAccessKeyId");
                return;
            }
            switch (fault) {
                case FULL -> {
                    if (isWrite) {
                        error(exchange, 507, "InsufficientStorage");
                    } else {
                        through(exchange, body);
                    }
                }
                case OVERLOADED -> error(exchange, 503, "SlowDown");
                case HANGS -> {
                    hanging.incrementAndGet();
                    isOver.await();
                }
                case ENDLESS -> endless(exchange);
                case GARBAGE -> send(exchange, 200, "<html>Welcome to the proxy".getBytes(UTF_8));
                case DIES -> {
                    if (isWrite) {
                        forward(exchange, body);
                        dies.run();
                    } else {
                        through(exchange, body);
                    }
                }
                case WITHOUT_CONDITIONS -> {
                    if (isWrite && isConditional) {
                        error(exchange, 501, "NotImplemented");
                    } else {
                        through(exchange, body);
                    }
                }
                case CONFLICT -> {
                    if (isWrite) {
                        error(exchange, 409, "ConditionalRequestConflict");
                    } else {
                        through(exchange, body);
                    }
                }
                case NONE -> through(exchange, body);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void through(HttpExchange exchange, byte[] body) throws IOException {
        var answer = exchange.getRequestMethod().equals("PUT") ? one(exchange, body) : forward(exchange, body);
        answer.headers().map().forEach((name, values) -> {
            if (!Set.of("content-length", "transfer-encoding", "connection").contains(name)) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        if (exchange.getRequestMethod().equals("PUT") && answer.statusCode() == 200) {
            written.add(Map.copyOf(exchange.getRequestHeaders()));
        }
        send(exchange, answer.statusCode(), answer.body());
    }

    /**
     * One after the other: S3Mock looks whether there is an object, and then writes it; Amazon S3 does both
     * at once.
     */
    private synchronized HttpResponse<byte[]> one(HttpExchange exchange, byte[] body) throws IOException {
        return forward(exchange, body);
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
        var request = HttpRequest.newBuilder(store.resolve(exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        try {
            return client.send(request.build(), BodyHandlers.ofByteArray());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    private static void endless(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        var out = exchange.getResponseBody();
        out.write("<?xml version=\"1.0\"?><ListBucketResult>".getBytes(UTF_8));
        var more = "<Contents><Key>house/shop/ledger/000000000001.jsonl</Key></Contents>"
                .repeat(1000)
                .getBytes(UTF_8);
        while (true) {
            out.write(more); // the client ends it
        }
    }

    private static void error(HttpExchange exchange, int status, String code) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        send(
                exchange,
                status,
                ("<Error><Code>" + code + "</Code><Message>As the test wants it\n</Message></Error>").getBytes(UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        var isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead || body.length == 0 ? -1 : body.length);
        if (!isHead) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        isOver.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
