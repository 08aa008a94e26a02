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

/** The packaged jar as a process of its own, which can be killed and paused, on a data folder that outlives it. */
public final class GatehouseProcess implements AutoCloseable {

    private static final Path JAR = Path.of("target", "oidc-provider.jar").toAbsolutePath();
    private static final Path LOGS = Path.of("target", "processes").toAbsolutePath();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");

    private final int port;
    private final List<String> command;
    private final Path log;
    private @Nullable Process process;

    /** Not started yet; with site {@code shop} for room {@code shop}, and these settings, each {@code name=value}. */
    GatehouseProcess(Path data, String... settings) {
        this(List.of("-Xmx512m"), FreePorts.next(), data, settings);
    }

    /** The same with these options for its virtual machine, on this port. */
    public GatehouseProcess(List<String> options, int port, Path data, String... settings) {
        this.port = port;
        command = new ArrayList<>(List.of(JAVA.resolve("java").toString()));
        command.addAll(options);
        command.addAll(List.of("-jar", JAR.toString()));
        command.addAll(arguments(port, data, settings));
        log = LOGS.resolve("gatehouse-" + port + ".log");
    }

    private static List<String> arguments(int port, Path data, String... settings) {
        var arguments = new ArrayList<>(List.of(
                "--server.port=" + port,
                "--gatehouse.issuer=http://localhost:" + port,
                "--gatehouse.data=" + data,
                "--gatehouse.rooms.shop.title=Shop",
                "--gatehouse.sites.shop.room=shop",
                "--gatehouse.sites.shop.secret=" + RunningGatehouse.SECRET,
                "--gatehouse.sites.shop.redirect-uris=" + RunningGatehouse.SITE + "/callback",
                "--gatehouse.sites.shop.entry=" + RunningGatehouse.SITE + "/"));
        for (var setting : settings) {
            var name = "--" + setting.substring(0, setting.indexOf('=') + 1);
            arguments.removeIf(argument -> argument.startsWith(name));
        }
        List.of(settings).forEach(setting -> arguments.add("--" + setting));
        return arguments;
    }

    public int port() {
        return port;
    }

    /** Where it says what it does. */
    public Path log() {
        return log;
    }

    /** Starts it and waits until it serves. */
    public void starts() {
        starts(command);
    }

    /** Starts it so that none of its files can grow beyond this, as on a full disk. */
    void startsWithFilesUpTo(int kilobytes) {
        var limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f " + 2 * kilobytes + "; exec \"$@\"", "sh"));
        limited.addAll(command);
        starts(limited);
    }

    /** {@code kill -9}. */
    public void isKilled() {
        ends(running().destroyForcibly());
    }

    /** {@code kill -TERM}: from now on it finishes what it has begun. */
    public void isAskedToStop() {
        Signals.send("TERM", running());
    }

    /** Waits until it has ended by itself. */
    public void ends() {
        ends(running());
    }

    /** {@code kill -STOP}: it stands still, and its connections stay open. */
    public void isPaused() {
        Signals.send("STOP", running());
    }

    /** {@code kill -CONT}. */
    public void goesOn() {
        Signals.send("CONT", running());
    }

    /** The time that it has spent on the CPU so far. */
    java.time.Duration cpu() {
        return running().info().totalCpuDuration().orElseThrow();
    }

    /** What live objects take on its heap, in bytes: counted after a full garbage collection. */
    long heap() {
        var histogram = new ProcessBuilder(
                JAVA.resolve("jcmd").toString(),
                "-J-Dsun.tools.attach.attachTimeout=60000", // not the ten seconds that it waits otherwise
                String.valueOf(running().pid()),
                "GC.class_histogram");
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
                .atMost(Duration.ofMinutes(6))
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
            assertThat(ending.waitFor(3, TimeUnit.MINUTES)).as("ended").isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
