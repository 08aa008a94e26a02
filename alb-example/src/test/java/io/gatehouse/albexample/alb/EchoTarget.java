package io.gatehouse.albexample.alb;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** A target that notes what reaches it and gives the body back. */
final class EchoTarget implements AutoCloseable {

    private final HttpServer server;
    final LinkedBlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

    EchoTarget() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::echo);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    Seen last() {
        Seen last = seen.poll();
        if (last == null) {
            throw new AssertionError("Nothing has reached the target");
        }
        return seen.isEmpty() ? last : last();
    }

    private void echo(HttpExchange exchange) throws IOException {
        Map<String, List<String>> headers = new TreeMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        byte[] body = exchange.getRequestBody().readAllBytes();
        seen.add(new Seen(exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body.length));
        exchange.getResponseHeaders().add("Server", "echo");
        exchange.getResponseHeaders().add("Connection", "X-Private");
        exchange.getResponseHeaders().add("Set-Cookie", "own=1");
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** A request as it reached the target. */
    record Seen(String method, String uri, Map<String, List<String>> headers, int length) {

        String header(String name) {
            List<String> values = headers.getOrDefault(name, List.of());
            return String.join(",", values);
        }
    }
}
