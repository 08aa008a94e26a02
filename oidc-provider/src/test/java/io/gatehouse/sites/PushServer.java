package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.NodeModules;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The push server of npm, web-push-testing, which is the browser as well: it makes subscriptions and decrypts. */
final class PushServer implements AutoCloseable {

    private static final Path SCRIPTS = Path.of("src", "test", "node").toAbsolutePath();
    private static final JsonMapper JSON = new JsonMapper();

    private final int port = FreePorts.next();
    private final HttpClient client = HttpClient.newHttpClient();
    private final TestProcess process;

    PushServer() {
        NodeModules.install(SCRIPTS);
        var command = new ProcessBuilder("node", "push-server.cjs").directory(SCRIPTS.toFile());
        command.environment().put("PORT", Integer.toString(port));
        process = TestProcess.start("push-server", command).listens(port, Duration.ofMinutes(1));
    }

    /** A subscription of a browser, and the name by which the server knows it. */
    record Subscribed(String json, String hash) {}

    Subscribed subscribes(String key) {
        var data = asks("/subscribe", Map.of("userVisibleOnly", "true", "applicationServerKey", key))
                .path("data");
        return new Subscribed(
                JSON.writeValueAsString(Map.of("endpoint", data.path("endpoint"), "keys", data.path("keys"))),
                data.path("clientHash").asString());
    }

    /** What the browser of this subscription has decrypted. */
    List<JsonNode> messages(Subscribed subscribed) {
        var all = asks("/get-notifications", Map.of("clientHash", subscribed.hash()))
                .at("/data/messages");
        return all.values().stream().map(text -> JSON.readTree(text.asString())).toList();
    }

    void expires(Subscribed subscribed) {
        sends(HttpRequest.newBuilder(at("/expire-subscription/" + subscribed.hash()))
                .POST(HttpRequest.BodyPublishers.noBody()));
    }

    /** With 0 as it is. */
    void answers(int status) {
        sends(HttpRequest.newBuilder(at("/answers/" + status)).POST(HttpRequest.BodyPublishers.noBody()));
    }

    /** The headers of each message, taken or not. */
    List<JsonNode> seen() {
        var all = JSON.readTree(sends(HttpRequest.newBuilder(at("/seen"))));
        return List.copyOf(all.values());
    }

    private JsonNode asks(String path, Map<String, String> body) {
        return JSON.readTree(sends(HttpRequest.newBuilder(at(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))));
    }

    private URI at(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private String sends(HttpRequest.Builder request) {
        try {
            var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return answer.body();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        process.stops();
    }
}
