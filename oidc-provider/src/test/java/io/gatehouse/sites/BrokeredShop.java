package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.flow.Browser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * A site whose visitors log in at a broker. It tells the broker which page they want in {@code target_link_uri}, and
 * passes on what the page's own query asks for: {@code prompt}, {@code max_age}, another {@code target_link_uri}.
 */
final class BrokeredShop implements AutoCloseable {

    static final String CLIENT = "brokered-shop";
    static final String SECRET = "a-secret-between-shop-and-broker";

    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> PASSED_ON = List.of("prompt", "max_age", "target_link_uri");

    private final HttpServer server;
    private final String broker;
    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private final Map<String, String> subjects = new ConcurrentHashMap<>();

    /** @param broker where the broker's OpenID Connect endpoints are */
    BrokeredShop(String broker) {
        this.broker = broker;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::page);
        server.createContext("/callback", this::callback);
        server.start();
    }

    String at(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private void page(HttpExchange http) throws IOException {
        try (http) {
            var wanted = Browser.parameters(http.getRequestURI().toString());
            var subject = subjects.get(cookie(http));
            if (subject == null || wanted.containsKey("prompt")) {
                redirect(http, login(http.getRequestURI(), wanted));
            } else {
                var text = (http.getRequestURI() + " for " + subject).getBytes(UTF_8);
                http.getResponseHeaders().set("Content-Type", "text/plain");
                http.sendResponseHeaders(200, text.length);
                http.getResponseBody().write(text);
            }
        }
    }

    private String login(URI page, Map<String, String> wanted) {
        var state = UUID.randomUUID().toString();
        pages.put(state, wanted.containsKey("prompt") ? page.getPath() : page.toString());
        var request = new LinkedHashMap<>(Map.of("target_link_uri", at(page.toString())));
        PASSED_ON.stream().filter(wanted::containsKey).forEach(name -> request.put(name, wanted.get(name)));
        request.putAll(Map.of(
                "response_type",
                "code",
                "client_id",
                CLIENT,
                "redirect_uri",
                at("/callback"),
                "scope",
                "openid",
                "state",
                state));
        return broker + "/auth?" + Browser.form(request);
    }

    private void callback(HttpExchange http) throws IOException {
        try (http) {
            var answer = Browser.parameters(http.getRequestURI().toString());
            var page = pages.remove(answer.getOrDefault("state", ""));
            if (page == null || !answer.containsKey("code")) {
                http.sendResponseHeaders(400, -1);
                return;
            }
            var session = UUID.randomUUID().toString();
            subjects.put(session, subject(answer.get("code")));
            http.getResponseHeaders().set("Set-Cookie", "brokered=" + session + "; Path=/; HttpOnly");
            redirect(http, at(page));
        }
    }

    private String subject(String code) throws IOException {
        var form = Browser.form(Map.of(
                "grant_type", "authorization_code",
                "code", code,
                "redirect_uri", at("/callback"),
                "client_id", CLIENT,
                "client_secret", SECRET));
        var request = HttpRequest.newBuilder(URI.create(broker + "/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        try {
            var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            var token = JSON.readTree(answer.body()).path("id_token").asString();
            var claims = Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]);
            return JSON.readTree(claims).path("sub").asString();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static String cookie(HttpExchange http) {
        var cookies = http.getRequestHeaders().getOrDefault("Cookie", List.of());
        return cookies.stream()
                .flatMap(header -> List.of(header.split("; *", -1)).stream())
                .filter(cookie -> cookie.startsWith("brokered="))
                .map(cookie -> cookie.substring("brokered=".length()))
                .findFirst()
                .orElse("");
    }

    private static void redirect(HttpExchange http, String to) throws IOException {
        http.getResponseHeaders().set("Location", to);
        http.sendResponseHeaders(302, -1);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
