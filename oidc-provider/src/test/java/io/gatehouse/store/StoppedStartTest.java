package io.gatehouse.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.GatehouseApplication;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that starts and waits a minute for its store, as a process of its own, is asked to stop. */
class StoppedStartTest {

    /** Less than it would go on waiting. */
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"redis", "dynamodb"})
    void givenANodeThatWaitsForItsStore_whenItIsAskedToStop_thenItEnds(String store) {
        var nobody = FreePorts.next();
        var command = TestProcess.jdk(
                "java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                GatehouseApplication.class.getName(),
                "--server.port=0",
                "--gatehouse.issuer=http://localhost:9000",
                "--gatehouse.store=" + store,
                "--gatehouse.data=" + folder,
                "--gatehouse.master-key=" + RunningGatehouse.MASTER_KEY,
                "--gatehouse.rooms.shop.title=Shop",
                "--gatehouse.dynamodb.region=eu-central-1",
                "--gatehouse.dynamodb.endpoint=http://localhost:" + nobody,
                "--spring.data.redis.url=redis://localhost:" + nobody);
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(Map.of("AWS_ACCESS_KEY_ID", "x", "AWS_SECRET_ACCESS_KEY", "x"));
        try (var process = TestProcess.start(folder.resolve("log"), builder)) {
            process.awaits(
                    "waiting", Duration.ofMinutes(2), () -> process.output().contains("cannot be reached yet"));

            process.signal("TERM");

            assertThat(process.ends(SOON)).isNotZero();
        }
    }
}
