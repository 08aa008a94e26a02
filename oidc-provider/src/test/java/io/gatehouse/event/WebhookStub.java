package io.gatehouse.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A webhook on a port of its own, that can be away: checks what it is told as Standard Webhooks say, and keeps it. */
public final class WebhookStub implements AutoCloseable {

    public static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private final int port;
    private final List<JsonNode> heard = new CopyOnWriteArrayList<>();
    private final List<String> contentTypes = new CopyOnWriteArrayList<>();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile int answer = 204;
    private HttpServer server;

    public WebhookStub() {
        this.server = start(0);
        this.port = server.getAddress().getPort();
    }

    private HttpServer start(int at) {
        try {
            var next = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 0);
            next.createContext("/", this::handle);
            next.start();
            return next;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What a Gatehouse is told of it. */
    public String[] settings(String... more) {
        var prefix = "gatehouse.events.receivers.hook.";
        return Stream.concat(Stream.of("url=" + uri(), "secrets=" + SECRET), Stream.of(more))
                .map(setting -> prefix + setting)
                .toArray(String[]::new);
    }

    public URI uri() {
        return URI.create("http://localhost:" + port + "/events");
    }

    /** With 204 it takes what it is told, with others it does not. */
    public void answers(int status) {
        answer = status;
    }

    /** How many calls it has not taken. */
    public int refused() {
        return refused.get();
    }

    public void isAway() {
        server.stop(0);
    }

    public void isBack() {
        server = start(port);
    }

    public List<JsonNode> heard() {
        return heard;
    }

    List<String> contentTypes() {
        return contentTypes;
    }

    /** What it was told, in this form; once it is so many. */
    public List<JsonNode> heard(int count) {
        await("events").atMost(Duration.ofSeconds(30)).until(() -> heard.size() >= count);
        return heard;
    }

    private void handle(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        var headers = exchange.getRequestHeaders();
        var status = answer;
        if (status == 204) {
            contentTypes.add(headers.getFirst("Content-Type"));
            var signature = "v1,"
                    + signature(
                            headers.getFirst("webhook-id") + "." + headers.getFirst("webhook-timestamp") + "." + body);
            var isRight = List.of(headers.getFirst("webhook-signature").split(" ", -1))
                    .contains(signature);
            var told = JsonMapper.shared().readTree(body);
            if (isRight) {
                (told.isArray() ? told.values() : List.of(told)).forEach(heard::add);
            } else {
                status = 401;
            }
        }
        refused.addAndGet(status == 204 ? 0 : 1);
        exchange.getResponseHeaders().set("Location", "/elsewhere");
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static String signature(String signed) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.substring(6)), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8)));
        } catch (GeneralSecurityException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        assertThat(heard)
                .as("each has an id")
                .allSatisfy(event -> assertThat(event.path("id").asString()).isNotEmpty());
    }
}
