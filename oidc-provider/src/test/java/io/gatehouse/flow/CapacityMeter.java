package io.gatehouse.flow;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stands before DynamoDB and adds up what Amazon would put on the bill, by Amazon's rules and not by DynamoDB
 * Local's sums, which are wrong for transactions: a write unit for each started kilobyte of an item, two in a
 * transaction, two more where the item's entry in the index moves; a read unit for each item looked for (all
 * of ours are below 4 KB and read consistently), half of one for a look at the index. Rounded up where in
 * doubt.
 */
final class CapacityMeter implements AutoCloseable {

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
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer takes 40 ms
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

    /** Write units so far. */
    double written() {
        return written.sum();
    }

    /** Read units so far. */
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
        var request = HttpRequest.newBuilder(store).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!Set.of("host", "content-length", "connection", "expect", "upgrade")
                    .contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        var answer = send(request.build());
        if (answer.statusCode() == 200) {
            count(operation, json.readTree(body));
        }
        answer.headers().firstValue("x-amz-crc32").ifPresent(sum -> exchange.getResponseHeaders()
                .set("x-amz-crc32", sum));
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
        exchange.getResponseBody().write(answer.body());
        exchange.close();
    }

    private void count(String operation, JsonNode request) {
        requests.increment();
        switch (operation) {
            case "PutItem", "UpdateItem", "DeleteItem" -> written.add(units(request));
            case "TransactWriteItems" ->
                request.path("TransactItems")
                        .valueStream()
                        .forEach(item -> written.add(2 * units(item.iterator().next())
                                + (item.at("/Put/Item").has("agenda") ? 2 : 0)));
            case "BatchExecuteStatement" ->
                written.add(request.path("Statements").size()); // Inserts of small items.
            case "BatchWriteItem" ->
                request.path("RequestItems")
                        .valueStream()
                        .flatMap(JsonNode::valueStream)
                        .forEach(item -> written.add(units(item.path("PutRequest"))));
            case "GetItem" -> read.add(1);
            case "BatchGetItem" ->
                request.path("RequestItems")
                        .valueStream()
                        .forEach(table -> read.add(table.path("Keys").size()));
            case "Query" -> read.add(0.5);
            default -> requests.decrement();
        }
    }

    /** Kilobytes of an item that is put, begun ones whole; an update or a check is of one that is smaller. */
    private static double units(JsonNode write) {
        return Math.max(1, Math.ceil(write.path("Item").toString().length() / 1024.0));
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
