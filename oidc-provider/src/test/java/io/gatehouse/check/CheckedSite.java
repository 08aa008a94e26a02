package io.gatehouse.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** A site on a free port of 127.0.0.1, beside Gatehouse on localhost. */
final class CheckedSite implements AutoCloseable {

    private final HttpServer server;

    CheckedSite() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            var thread = new Thread(work, "checked-site");
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
    }

    /** Answers for all paths that begin so and have no longer beginning of their own. */
    void answers(String path, HttpHandler page) {
        server.createContext(path, http -> {
            try (http) {
                page.handle(http);
            }
        });
    }

    String at(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    static void shows(HttpExchange http, int status, String type, String text) throws IOException {
        var body = text.getBytes(UTF_8);
        http.getResponseHeaders().set("Content-Type", type);
        var isHead = http.getRequestMethod().equals("HEAD");
        http.sendResponseHeaders(status, isHead || body.length == 0 ? -1 : body.length);
        if (!isHead) {
            http.getResponseBody().write(body);
        }
    }

    static void redirects(HttpExchange http, String to) throws IOException {
        http.getResponseHeaders().set("Location", to);
        http.sendResponseHeaders(302, -1);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
