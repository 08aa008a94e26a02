package io.gatehouse.albexample.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole demo, with the real jar, on each store by its one setting; with {@code -Dtest.faults=full} on all
 * of them.
 */
@Tag("faults")
class DemoOnStoresTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("stores")
    void givenAStore_whenTheDemoRunsOnIt_thenItsCrowdWaitsAndNothingIsLeftBehind(String store) throws Exception {
        int port = FreePorts.next();
        try (DemoProcess demo = new DemoProcess(
                folder,
                "jar=" + ROOT.resolve("oidc-provider/target/oidc-provider.jar"),
                "dynamodb-classpath=" + ROOT.resolve("oidc-provider/testing/dynamodb-local/target/classpath"),
                "shop-port=" + FreePorts.next(),
                "gatehouse-port=" + port,
                "crowd=5",
                "store=" + store)) {
            demo.runs();
            List<ProcessHandle> servers = demo.servers();

            await("the crowd").atMost(LIMIT).until(() -> joined(port, demo) > 0);

            demo.isTerminated();
            demo.ends();
            assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        }
    }

    /** The last one starts what the two before it start. */
    static List<String> stores() {
        boolean isFull = System.getProperty("test.faults", "").equals("full");
        return isFull
                ? List.of("embedded", "redis", "dynamodb", "redis+dynamodb")
                : List.of("embedded", "redis+dynamodb");
    }

    private static long joined(int port, DemoProcess demo) throws IOException, InterruptedException {
        assertThat(demo.isRunning()).as("runs").isTrue();
        String board = get("http://localhost:" + port + "/rooms/shop/board");
        return JSON.readTree(board).path("issued").asLong();
    }

    private static String get(String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
