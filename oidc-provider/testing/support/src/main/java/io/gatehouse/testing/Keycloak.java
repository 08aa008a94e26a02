package io.gatehouse.testing;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keycloak as its makers ship it, unpacked by {@code mvn -Psites} or {@code -Pload}. It is told everything
 * through its admin API.
 */
public final class Keycloak implements AutoCloseable {

    private static final Path UNPACKED =
            Path.of("..", "oidc-provider", "testing", "keycloak", "target").toAbsolutePath();
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NAME = "bootstrap";
    private static final Duration LIMIT = Duration.ofMinutes(8);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final TestProcess process;
    private final String address;

    private Keycloak(TestProcess process, String address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts it for development, with all that it keeps in memory; it takes the better part of a minute. One
     * starts after the other, for the first start writes where it lies.
     */
    public static Keycloak start() {
        try (var starting = FileChannel.open(UNPACKED.resolve("starting"), CREATE, WRITE)) {
            starting.lock();
            return start(
                    home(),
                    Path.of(System.getProperty("java.home")),
                    List.of("-XX:TieredStopAtLevel=1"),
                    "start-dev",
                    "--db=dev-mem");
        } catch (IOException missing) {
            throw new UncheckedIOException("unpacked by mvn -Psites or -Pload", missing);
        }
    }

    /**
     * Starts it in production mode, with its own database in files, on this JDK.
     *
     * @param folder an empty one, for a copy of it: what it builds for this way of running is not what tests
     *     of sites need
     */
    public static Keycloak startInProduction(Path folder, Path jdk) {
        TestProcess.run(new ProcessBuilder("cp", "-r", home() + "/.", folder.toString()));
        return start(
                folder, jdk, List.of(), "start", "--db=dev-file", "--http-enabled=true", "--hostname-strict=false");
    }

    private static Keycloak start(Path home, Path jdk, List<String> options, String... arguments) {
        var port = FreePorts.next();
        var command = new ArrayList<>(List.of("bin/kc.sh"));
        command.addAll(List.of(arguments));
        command.addAll(List.of(
                "--http-host=127.0.0.1",
                "--http-port=" + port,
                "--cache=local",
                // It would give up on an answer of Gatehouse after 5 s.
                "--spi-connections-http-client--default--socket-timeout-millis=60000"));
        var builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME",
                        jdk.toString(),
                        "JAVA_OPTS_KC_HEAP",
                        "-Xmx768m",
                        "JAVA_OPTS_APPEND",
                        String.join(" ", options),
                        "KC_BOOTSTRAP_ADMIN_USERNAME",
                        NAME,
                        "KC_BOOTSTRAP_ADMIN_PASSWORD",
                        NAME));
        var keycloak = new Keycloak(TestProcess.start("keycloak", builder), "http://127.0.0.1:" + port);
        keycloak.process.listens(port, LIMIT).awaits("ready", LIMIT, keycloak::isReady);
        return keycloak;
    }

    /** The process that serves. */
    public ProcessHandle handle() {
        return process.handle();
    }

    public int port() {
        return URI.create(address).getPort();
    }

    private static Path home() {
        try (var folders = Files.newDirectoryStream(UNPACKED, "keycloak-*")) {
            return folders.iterator().next();
        } catch (IOException missing) {
            throw new UncheckedIOException("unpacked by mvn -Psites or -Pload", missing);
        }
    }

    public String issuer(String realm) {
        return address + "/realms/" + realm;
    }

    /** Where a realm's OpenID Connect endpoints are. */
    public String endpoints(String realm) {
        return issuer(realm) + "/protocol/openid-connect";
    }

    /** Asks the admin API for what is at this path below all realms. */
    public JsonNode get(String path) {
        return sends(HttpRequest.newBuilder(URI.create(address + "/admin/realms" + path))
                .header("Authorization", "Bearer " + token()));
    }

    /** Tells the admin API something at this path below all realms; makes a realm if the path is empty. */
    public JsonNode post(String path, Object body) {
        return sends(HttpRequest.newBuilder(URI.create(address + "/admin/realms" + path))
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    /** Tells the admin API to take these things away at this path below all realms. */
    public void delete(String path, Object body) {
        sends(HttpRequest.newBuilder(URI.create(address + "/admin/realms" + path))
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .method("DELETE", HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    private boolean isReady() {
        try {
            return !token().isEmpty();
        } catch (UncheckedIOException | AssertionError notYet) {
            return false;
        }
    }

    private String token() {
        var form = "grant_type=password&client_id=admin-cli&username=" + NAME + "&password=" + NAME;
        var request = HttpRequest.newBuilder(URI.create(endpoints("master") + "/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        return sends(request).path("access_token").asString();
    }

    private JsonNode sends(HttpRequest.Builder request) {
        try {
            var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode() / 100)
                    .as(answer.uri() + " " + answer.body())
                    .isEqualTo(2);
            return JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        process.stops();
    }
}
