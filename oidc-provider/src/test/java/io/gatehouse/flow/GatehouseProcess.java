package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The packaged jar as a process of its own, which can be killed, on a data folder that outlives it. */
final class GatehouseProcess implements AutoCloseable {

    private static final Path JAR = Path.of("target", "oidc-provider.jar").toAbsolutePath();
    private static final Path LOGS = Path.of("target", "processes").toAbsolutePath();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");

    private final int port = RunningGatehouse.freePort();
    private final List<String> command;
    private final Path log;
    private @Nullable Process process;

    /** Not started yet; with site {@code shop} for room {@code shop}, and these settings, each {@code name=value}. */
    GatehouseProcess(Path data, String... settings) {
        command = new ArrayList<>(List.of(
                JAVA.resolve("java").toString(),
                "-Xmx512m",
                "-jar",
                JAR.toString(),
                "--server.port=" + port,
                "--gatehouse.issuer=http://localhost:" + port,
                "--gatehouse.data=" + data,
                "--gatehouse.rooms.shop.title=Shop",
                "--gatehouse.sites.shop.room=shop",
                "--gatehouse.sites.shop.secret=" + RunningGatehouse.SECRET,
                "--gatehouse.sites.shop.redirect-uris=" + RunningGatehouse.SITE + "/callback",
                "--gatehouse.sites.shop.entry=" + RunningGatehouse.SITE + "/"));
        List.of(settings).forEach(setting -> command.add("--" + setting));
        log = LOGS.resolve("gatehouse-" + port + ".log");
    }

    int port() {
        return port;
    }

    /** Starts it and waits until it serves. */
    void starts() {
        starts(command);
    }

    /** Starts it so that none of its files can grow beyond this, as on a full disk. */
    void startsWithFilesUpTo(int kilobytes) {
        var limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f " + 2 * kilobytes + "; exec \"$@\"", "sh"));
        limited.addAll(command);
        starts(limited);
    }

    /** {@code kill -9}. */
    void isKilled() {
        ends(running().destroyForcibly());
    }

    /** What live objects take on its heap, in bytes: counted after a full garbage collection. */
    long heap() {
        var histogram = new ProcessBuilder(
                JAVA.resolve("jcmd").toString(), String.valueOf(running().pid()), "GC.class_histogram");
        try {
            var counting = histogram.redirectErrorStream(true).start();
            var lines = new String(counting.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            var total = lines.strip().lines().reduce("", (before, line) -> line);
            assertThat(total).as(lines).startsWith("Total");
            return Long.parseLong(total.split("\\s+", -1)[2]);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            ends(process.destroyForcibly());
        }
    }

    private Process running() {
        return java.util.Objects.requireNonNull(process, "not started");
    }

    private void starts(List<String> commandLine) {
        assertThat(JAR).as("made by mvn package").exists();
        try {
            Files.createDirectories(LOGS);
            var builder = new ProcessBuilder(commandLine).redirectErrorStream(true);
            process = builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        await("ready, see " + log)
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(100))
                .until(this::isReady);
    }

    private boolean isReady() {
        assertThat(running().isAlive()).as("ended at its start, see " + log).isTrue();
        try (var wire = new Wire(port)) {
            return wire.gets("/actuator/health/readiness", "").status() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void ends(Process ending) {
        try {
            assertThat(ending.waitFor(30, TimeUnit.SECONDS)).as("ended").isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
