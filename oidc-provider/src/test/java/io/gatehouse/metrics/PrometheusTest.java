package io.gatehouse.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Prometheus itself, told of a node as {@code docs/operate/run.md} says, with the rules of {@code alerts.yaml}. */
@Tag("sites")
class PrometheusTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Pattern SCRAPE = Pattern.compile("(?s)```yaml\n(scrape_configs:.*?)```");

    @TempDir
    private Path folder;

    @Test
    void givenANodeThatIsScraped_whenItStops_thenPrometheusHasReadItsRoomsAndRaisesTheAlarm() throws IOException {
        var port = FreePorts.next();
        try (var gatehouse = RunningGatehouse.start("gatehouse.metrics.token=" + Scrape.TOKEN);
                var prometheus = prometheus(gatehouse, port)) {
            prometheus.listens(port, LIMIT);
            gatehouse.browser().opens(Login.authorize());
            gatehouse.tick();
            await().atMost(LIMIT).until(() -> values(port, "gatehouse_issued{job=\"gatehouse\",room=\"shop\"}")
                    .equals(List.of("1")));
            assertThat(values(port, "up{job=\"gatehouse\"}")).containsExactly("1");
            await().atMost(LIMIT).until(() -> firing(port).isEmpty()); // a first scrape may have come too early

            gatehouse.stop();

            await().atMost(LIMIT).until(() -> firing(port).equals(List.of("GatehouseDown")));
        }
    }

    private TestProcess prometheus(RunningGatehouse gatehouse, int port) throws IOException {
        var token = Files.writeString(folder.resolve("gatehouse.token"), Scrape.TOKEN + "\n");
        // A minute would be a minute of this test.
        var rules = Files.writeString(
                folder.resolve("alerts.yaml"), Files.readString(Promtool.ALARMS).replace("for: 1m", "for: 1s"));
        var documented = SCRAPE.matcher(Files.readString(Path.of("../docs/operate/run.md")));
        assertThat(documented.find()).isTrue();
        var config = Files.writeString(
                folder.resolve("prometheus.yaml"),
                "global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: [" + rules + "]\n"
                        + documented
                                .group(1)
                                .replace("/etc/prometheus/gatehouse.token", token.toString())
                                .replaceFirst(
                                        "targets: .*",
                                        "targets: ['"
                                                + URI.create(gatehouse.issuer()).getAuthority() + "']"));
        return TestProcess.start(
                "prometheus",
                new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port));
    }

    private static List<String> values(int port, String query) {
        return told(port, "query?query=" + URLEncoder.encode(query, UTF_8))
                .path("result")
                .valueStream()
                .map(one -> one.path("value").path(1).asString())
                .toList();
    }

    private static List<String> firing(int port) {
        return told(port, "alerts")
                .path("alerts")
                .valueStream()
                .filter(alert -> alert.path("state").asString().equals("firing"))
                .map(alert -> alert.at("/labels/alertname").asString())
                .toList();
    }

    private static JsonNode told(int port, String what) {
        return Login.get("http://127.0.0.1:" + port + "/api/v1/" + what, "")
                .json()
                .path("data");
    }
}
