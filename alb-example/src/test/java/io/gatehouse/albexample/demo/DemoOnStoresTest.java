package io.gatehouse.albexample.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole demo, with the real jar, on each store by its one setting; with {@code -Dgatehouse.faults=full} on all of them. */
@Tag("faults")
class DemoOnStoresTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("stores")
    void givenAStore_whenTheDemoRunsOnIt_thenItsCrowdWaitsAndNothingIsLeftBehind(String store) throws Exception {
        int port = FreePorts.next();
        Process demo = demo(store, port);
        try {
            readUntil(demo, "Ctrl-C ends everything");
            List<ProcessHandle> servers = demo.descendants().toList();

            String board = get("http://localhost:" + port + "/rooms/shop/board");
            for (int looks = 0; looks < 600 && board.contains("\"issued\":0"); looks++) {
                assertThat(demo.waitFor(100, TimeUnit.MILLISECONDS)).as("ended").isFalse();
                board = get("http://localhost:" + port + "/rooms/shop/board");
            }

            assertThat(board).containsPattern("\"issued\":\\d").doesNotContain("\"issued\":0");
            demo.destroy();
            assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        } finally {
            demo.descendants().forEach(ProcessHandle::destroyForcibly);
            demo.destroyForcibly();
        }
    }

    /** The last one starts what the two before it start. */
    static List<String> stores() {
        boolean isFull = System.getProperty("gatehouse.faults", "").equals("full");
        return isFull
                ? List.of("embedded", "redis", "dynamodb", "redis+dynamodb")
                : List.of("embedded", "redis+dynamodb");
    }

    private Process demo(String store, int port) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + folder,
                        "-Dgatehouse.demo.jar=" + ROOT.resolve("oidc-provider/target/oidc-provider.jar"),
                        "-Dgatehouse.demo.dynamodb-classpath="
                                + ROOT.resolve("oidc-provider/testing/dynamodb-local/target/classpath"),
                        "-Dgatehouse.demo.shop-port=" + FreePorts.next(),
                        "-Dgatehouse.demo.gatehouse-port=" + port,
                        "-Dgatehouse.demo.crowd=5",
                        "-Dgatehouse.demo.store=" + store,
                        "-classpath",
                        System.getProperty("java.class.path"),
                        Demo.class.getName())
                .redirectErrorStream(true)
                .start();
    }

    private static void readUntil(Process demo, String words) throws IOException {
        StringBuilder output = new StringBuilder();
        BufferedReader reader = demo.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            output.append(line).append('\n');
            if (line.contains(words)) {
                return;
            }
        }
        throw new AssertionError("The demo has ended early:\n" + output);
    }

    private static String get(String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
