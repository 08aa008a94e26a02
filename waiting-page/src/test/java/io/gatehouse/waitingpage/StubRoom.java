package io.gatehouse.waitingpage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/**
 * A waiting room of one visitor that does what a test says: it serves the page's files as a CDN would, under
 * the strict policy, and answers with the board and the place that the test has set.
 */
final class StubRoom implements AutoCloseable {

    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';" + " img-src 'self' data:";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css",
            "js", "text/javascript",
            "json", "application/json");

    final Map<String, Object> board = new ConcurrentHashMap<>(Map.of(
            "room",
            "shop",
            "title",
            "Shop & Söhne",
            "opening",
            3,
            "paused",
            false,
            "stale",
            false,
            "issued",
            1400,
            "serving",
            1000,
            "forecast",
            forecast(200, 360),
            "claimWindow",
            600,
            "polls",
            List.of(Map.of("every", 1))));
    final Map<String, Object> place = new ConcurrentHashMap<>(Map.of(
            "room", "shop", "opening", 3, "position", 1341, "stage", "WAITING", "joinedAt", "2026-11-21T04:00:00Z"));
    /** What is published of a draw. */
    final Map<String, Object> draw = new ConcurrentHashMap<>();

    final Map<String, Object> words = new ConcurrentHashMap<>(Map.of("messages", List.of(), "texts", Map.of()));
    /** What was asked for, as {@code METHOD path body}, in order. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    volatile boolean knowsThePlace = true;
    volatile boolean reachable = true;
    volatile String extraPage = "";
    /** Sent instead of the files' own direction, to try a language that is written the other way. */
    volatile String direction = "ltr";
    /** What becomes of the files' texts, to try a language that needs more room. */
    volatile UnaryOperator<String> texts = text -> text;

    private final HttpServer server;

    /** That 300 turns take so many seconds. */
    static Map<String, Object> forecast(long from, long to) {
        return Map.of("by", "measured", "points", List.of(List.of(300, from, to)), "kept", 9, "judged", 10);
    }

    StubRoom() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
    }

    String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    String page() {
        return address("/waiting-page/index.html?room=shop&request=R-1");
    }

    /** The page as the server writes it as far as scripts can tell: with board and place as they are then. */
    String serversPage() {
        return address("/rooms/shop/wait?request=R-1");
    }

    void stage(String stage) {
        place.put("stage", stage);
        place.remove("until");
    }

    /** The turn has come, or the visit is open, for this long from now. */
    void stage(String stage, Duration left, boolean extendable) {
        place.put("until", Instant.now().plus(left).toString());
        place.put("extendable", extendable);
        place.put("stage", stage);
        board.put("serving", place.get("position"));
    }

    long asked(String path) {
        return requests.stream().filter(request -> request.contains(path)).count();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(
                    (exchange.getRequestMethod() + " " + path + " " + URLDecoder.decode(body, StandardCharsets.UTF_8))
                            .strip());
            exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
            if (path.startsWith("/waiting-page/")) {
                file(exchange, path);
            } else if (path.equals("/extra")) {
                send(exchange, 200, "html", extraPage);
            } else if (path.startsWith("/rooms/shop/") && !reachable) {
                exchange.sendResponseHeaders(503, -1);
            } else if (path.equals("/rooms/shop/board")) {
                send(exchange, 200, "json", new JsonMapper().writeValueAsString(board));
            } else if (path.equals("/rooms/shop/draw")) {
                send(exchange, 200, "json", new JsonMapper().writeValueAsString(draw));
            } else if (path.startsWith("/rooms/shop/words/")) {
                send(exchange, 200, "json", new JsonMapper().writeValueAsString(words));
            } else if (path.equals("/rooms/shop/wait")) {
                send(exchange, 200, "html", written(read("/waiting-page/index.html")));
            } else if (path.equals("/rooms/shop/place") && knowsThePlace) {
                send(exchange, 200, "json", placeNow());
            } else if (path.equals("/rooms/shop/place")) {
                send(exchange, 404, "json", "{\"title\":\"unknown place\"}");
            } else if (exchange.getRequestMethod().equals("POST")) {
                send(exchange, 200, "html", "<!DOCTYPE html><title>Posted</title>");
            } else {
                exchange.sendResponseHeaders(404, -1);
            }
        }
    }

    private String placeNow() {
        place.put("now", Instant.now().toString());
        return new JsonMapper().writeValueAsString(place);
    }

    private String written(String page) {
        String known = knowsThePlace ? placeNow() : "{\"unknown\":true}";
        return page.replace(
                        "<html ",
                        "<html data-board='" + new JsonMapper().writeValueAsString(board) + "' data-place='" + known
                                + "' ")
                .replace("\"waiting-page.", "\"/waiting-page/waiting-page.");
    }

    private void file(HttpExchange exchange, String path) throws IOException {
        if (StubRoom.class.getResource("/META-INF/resources" + path) == null) {
            exchange.sendResponseHeaders(404, -1);
        } else {
            var file = turned(read(path));
            send(
                    exchange,
                    200,
                    path.substring(path.lastIndexOf('.') + 1),
                    path.contains("/texts/") ? texts.apply(file) : file);
        }
    }

    private static String read(String path) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(StubRoom.class.getResourceAsStream("/META-INF/resources" + path), path)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String turned(String text) {
        return direction.equals("ltr") ? text : text.replace("\"dir\": \"ltr\"", "\"dir\": \"" + direction + "\"");
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", Objects.requireNonNull(TYPES.get(type)));
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
