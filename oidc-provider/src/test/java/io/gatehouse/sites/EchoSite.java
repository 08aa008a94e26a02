package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** What stands behind a server that guards it: a site that knows nothing of logins and tells whom it is told. */
final class EchoSite implements AutoCloseable {

    private final HttpServer server;
    private final String header;

    /** @param header the request header that names the visitor */
    EchoSite(String header) {
        this.header = header;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange http) throws IOException {
        try (http) {
            var text = http.getRequestURI() + " for " + http.getRequestHeaders().getFirst(header);
            http.getResponseHeaders().set("Content-Type", "text/plain");
            http.sendResponseHeaders(200, 0);
            http.getResponseBody().write(text.getBytes(UTF_8));
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
