package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.flow.Browser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A site within the test's own process, on a free port of 127.0.0.1. */
final class LocalSite implements AutoCloseable {

    static final JsonMapper JSON = new JsonMapper();

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final HttpServer server;

    LocalSite() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.start();
    }

    /** Answers for all paths that begin so and have no longer beginning of their own. */
    LocalSite answers(String path, HttpHandler page) {
        server.createContext(path, http -> {
            try (http) {
                page.handle(http);
            }
        });
        return this;
    }

    String at(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    static Map<String, String> parameters(HttpExchange http) {
        return Browser.parameters(http.getRequestURI().toString());
    }

    /** The value of a cookie; empty if there is none. */
    static String cookie(HttpExchange http, String name) {
        var headers = http.getRequestHeaders().getOrDefault("Cookie", List.of());
        return headers.stream()
                .flatMap(header -> Arrays.stream(header.split("; *", -1)))
                .filter(cookie -> cookie.startsWith(name + "="))
                .map(cookie -> cookie.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    static void shows(HttpExchange http, String type, String text) throws IOException {
        var body = text.getBytes(UTF_8);
        http.getResponseHeaders().set("Content-Type", type);
        http.sendResponseHeaders(200, body.length);
        http.getResponseBody().write(body);
    }

    static void redirects(HttpExchange http, String to) throws IOException {
        http.getResponseHeaders().set("Location", to);
        http.sendResponseHeaders(302, -1);
    }

    /** Sends a form to a provider, as sites do behind the visitor's back. */
    static HttpResponse<String> posts(String address, Map<String, String> fields, String... headers)
            throws IOException {
        var request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(Browser.form(fields)));
        return sends(headers.length == 0 ? request : request.headers(headers));
    }

    /** Takes connections, as a process does that stands still, and never answers. */
    static ServerSocket silent() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    static HttpResponse<String> sends(HttpRequest.Builder request) throws IOException {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** What an ID token says, unchecked. */
    static JsonNode claims(JsonNode tokens) {
        var parts = tokens.path("id_token").asString("").split("\\.", -1);
        return JSON.readTree(parts.length == 3 ? Base64.getUrlDecoder().decode(parts[1]) : new byte[] {'{', '}'});
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
