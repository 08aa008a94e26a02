package io.gatehouse.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.GatehouseApplication;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that starts and waits a minute for its store, as one waits for any, is asked to stop: a process of
 * its own.
 */
class StoppedStartTest {

    /** Less than it would go on waiting. */
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void givenANodeThatWaitsForItsStore_whenItIsAskedToStop_thenItEnds() {
        var nobody = FreePorts.next();
        var command = TestProcess.jdk(
                "java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                GatehouseApplication.class.getName(),
                "--server.port=0",
                "--gatehouse.issuer=http://localhost:9000",
                "--gatehouse.store=redis",
                "--gatehouse.data=" + folder,
                "--gatehouse.master-key=" + RunningGatehouse.MASTER_KEY,
                "--gatehouse.rooms.shop.title=Shop",
                "--spring.data.redis.url=redis://localhost:" + nobody);
        try (var process = TestProcess.start(folder.resolve("log"), new ProcessBuilder(command))) {
            process.awaits(
                    "waiting", Duration.ofMinutes(2), () -> process.output().contains("cannot be reached yet"));

            process.signal("TERM");

            assertThat(process.ends(SOON)).isNotZero();
            assertThat(process.output())
                    .doesNotContain("\tat ", "Exception encountered during context initialization")
                    .doesNotContain("was not registered (disabled)");
        }
    }
}
