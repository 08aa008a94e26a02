package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Stands before DynamoDB, has every request's capacity units told, and adds them up: what Amazon would put on the bill. */
final class CapacityMeter implements AutoCloseable {

    private static final Set<String> WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems");
    private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query", "TransactGetItems");

    private final JsonMapper json = new JsonMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final URI store;
    private final DoubleAdder written = new DoubleAdder();
    private final DoubleAdder read = new DoubleAdder();
    private final LongAdder requests = new LongAdder();

    CapacityMeter(URI store) {
        this.store = store;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.start();
    }

    URI endpoint() {
        return URI.create("http://localhost:" + server.getAddress().getPort());
    }

    /** Write units so far; one writes 1 KB, two in a transaction. */
    double written() {
        return written.sum();
    }

    /** Read units so far, as they are counted for capacity; on demand one unit reads 4 KB consistently. */
    double read() {
        return read.sum();
    }

    /** Round trips so far. */
    long requests() {
        return requests.sum();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void pass(HttpExchange exchange) throws IOException {
        var target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
        var operation = target.substring(target.indexOf('.') + 1);
        var body = exchange.getRequestBody().readAllBytes();
        var isCounted = WRITES.contains(operation) || READS.contains(operation);
        if (isCounted) {
            body = ((ObjectNode) json.readTree(body))
                    .put("ReturnConsumedCapacity", "TOTAL")
                    .toString()
                    .getBytes(UTF_8);
        }
        var request = HttpRequest.newBuilder(store).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!Set.of("host", "content-length", "connection", "expect", "upgrade")
                    .contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        var answer = send(request.build());
        if (isCounted && answer.statusCode() == 200) {
            count(operation, answer.body());
        }
        answer.headers().firstValue("x-amz-crc32").ifPresent(sum -> exchange.getResponseHeaders()
                .set("x-amz-crc32", sum));
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
        exchange.getResponseBody().write(answer.body());
        exchange.close();
    }

    private void count(String operation, byte[] answer) {
        requests.increment();
        var consumed = json.readTree(answer).path("ConsumedCapacity");
        var units = consumed.isArray()
                ? consumed.valueStream()
                        .mapToDouble(table -> table.path("CapacityUnits").asDouble())
                        .sum()
                : consumed.path("CapacityUnits").asDouble();
        (WRITES.contains(operation) ? written : read).add(units);
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws IOException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException(stopped);
        }
    }
}
