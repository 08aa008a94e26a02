package io.gatehouse.panel;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.flow.Login;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRooms;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.junit.jupiter.SpringExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An operator's desk in a test: a plain HTTP client that follows nothing, a cookie, and the room behind the panel. */
public final class Desk {

    public static final String PASSWORD = "correct horse battery";
    public static final String HASH = "{bcrypt}$2b$04$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS";
    public static final String OTHER_HASH = "{bcrypt}$2b$04$abcdefghijklmnopqrstuuH6/zIUWbFEy/xe9yziNIWiAihv8O2m6";

    static final String SECRET = "watcher-secret-of-some-length";
    public static final String SITE_SECRET = "site-secret-of-some-length";
    public static final String AWS_KEY = "AKIAOFTHEFILES";
    static final String OTHER_SECRET = "nightly-secret-of-some-length";

    private static final String COOKIE = "gatehouse-operator";
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ApplicationContext context;
    private final int port;
    private final Map<String, String> tokens = new ConcurrentHashMap<>();
    private final Map<String, String> cookies = new ConcurrentHashMap<>();

    private Desk(ApplicationContext context) {
        this.context = context;
        this.port =
                Integer.parseInt(Objects.requireNonNull(context.getEnvironment().getProperty("local.server.port")));
    }

    /** Someone at another browser. */
    public Desk another() {
        return new Desk(context);
    }

    public String address(String path) {
        return "http://localhost:" + port + path;
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, "", headers);
    }

    public HttpResponse<String> post(String path, String json, String... headers) {
        return send("POST", path, json, headers);
    }

    /** A form as a browser sends it, without the token. */
    public HttpResponse<String> form(String path, Map<String, String> fields, String... headers) {
        var body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        var all = new ArrayList<>(List.of("Content-Type", "application/x-www-form-urlencoded"));
        all.addAll(List.of(headers));
        return send("POST", path, body, all.toArray(String[]::new));
    }

    public HttpResponse<String> send(String method, String path, String body, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(address(path)))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        var named = List.of(headers);
        if (!body.isEmpty() && !named.contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(one -> one.getKey() + "=" + one.getValue())
                            .collect(Collectors.joining("; ")));
        }
        for (var index = 0; index < headers.length; index += 2) {
            request.header(headers[index], withToken(headers[index + 1]));
        }
        try {
            // The server hangs up after a refusal whose body it has not read; nobody may reuse that
            // connection.
            var response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
            remember(response);
            return response;
        } catch (IOException broken) {
            throw new AssertionError(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }

    /** Scripts are named in tests by what they may do; here they get a token for it. */
    private String withToken(String value) {
        return switch (value) {
            case "Bearer reads" -> "Bearer " + tokens.computeIfAbsent("watcher", this::fetchToken);
            case "Bearer operates" -> "Bearer " + tokens.computeIfAbsent("steward", this::fetchToken);
            case "Bearer writes" -> "Bearer " + tokens.computeIfAbsent("nightly", this::fetchToken);
            default -> value;
        };
    }

    private String fetchToken(String script) {
        var isWatcher = script.equals("watcher");
        var scope = isWatcher ? "rooms.read" : script.equals("steward") ? "rooms.operate" : "rooms.read rooms.write";
        var answer = Login.post(
                address("/token"),
                Login.basic(script, isWatcher ? SECRET : OTHER_SECRET),
                Map.of("grant_type", "client_credentials", "scope", scope));
        return answer.text("access_token");
    }

    public HttpResponse<String> trySignIn(String name, String password) {
        return form(PanelPaths.SIGN_IN, Map.of("name", name, "password", password));
    }

    /** As an owner. */
    public Desk signIn() {
        return signIn("alice");
    }

    public Desk signIn(String name) {
        var response = trySignIn(name, PASSWORD);
        if (response.statusCode() != 303) {
            throw new AssertionError("sign-in answered " + response.statusCode());
        }
        return this;
    }

    public String cookie() {
        return cookies.getOrDefault(COOKIE, "");
    }

    public Desk withCookie(String value) {
        cookies.put(COOKIE, value);
        return this;
    }

    /** The token in a screen's forms. */
    public String token() {
        var page = get("/panel/rooms/shop").body();
        var from = page.indexOf("name=\"csrf\" value=\"") + 19;
        return page.substring(from, page.indexOf('"', from));
    }

    /** The value of a hidden field on a page. */
    public static String hidden(HttpResponse<String> page, String name) {
        var before = "name=\"" + name + "\" value=\"";
        var from = page.body().indexOf(before) + before.length();
        return page.body().substring(from, page.body().indexOf('"', from));
    }

    public JsonNode room(String room) {
        return json(get("/panel/api/rooms/" + room, "Authorization", "Bearer reads"));
    }

    public String etag(String room) {
        return room(room).path("etag").asString();
    }

    public static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    public static String header(HttpResponse<String> response, String name) {
        return String.join(", ", response.headers().allValues(name));
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    public Instant now() {
        return bean(MutableClock.class).instant();
    }

    public void later(Duration time) {
        bean(MutableClock.class).advance(time);
    }

    /** The doors' time of the room has come, and its draw waits for an operator to tell the public value. */
    public void waitsForItsValue(String name) {
        var room = bean(WaitingRooms.class).get(name);
        var minute = LocalDateTime.ofInstant(now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
        var opening = ScheduledDate.parse(
                "UTC", minute.minusHours(1).toString(), minute.toString(), "", "end", "drand round 123456");
        room.change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(opening))));
        for (var step = 0; step < 3; step++) {
            bean(RoomTicks.class).tick(room);
        }
    }

    /** So many new visitors in line. */
    public Desk visitors(String room, int count) {
        for (var left = count; left > 0; left--) {
            visitor(room);
        }
        return this;
    }

    public Place visitor(String room) {
        return bean(WaitingRooms.class).get(room).join(new PlaceId(UUID.randomUUID()));
    }

    /** A visitor who is inside; in a room that lets in by itself, or after letting in. */
    public Place admitted(String room) {
        var place = visitor(room);
        return bean(WaitingRooms.class).get(room).apply(place.id(), Act.CLAIM).orElseThrow();
    }

    private void remember(HttpResponse<String> response) {
        response.headers().allValues("Set-Cookie").forEach(set -> {
            cookies.put(set.substring(0, set.indexOf('=')), set.substring(set.indexOf('=') + 1, set.indexOf(';')));
        });
    }

    /** Hands a fresh desk to each test. */
    public static final class Provider implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
            return parameter.getParameter().getType() == Desk.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
            var desk = new Desk(SpringExtension.getApplicationContext(test));
            desk.bean(Outage.class).startAnew();
            desk.later(Duration.ofHours(1));
            return desk;
        }
    }
}
