package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/** A site as a process of its own, ended with all that it has started itself. */
final class SiteProcess implements AutoCloseable {

    /** Where processes say what they do. */
    private static final Path LOGS = Path.of("target", "processes").toAbsolutePath();

    private final Process process;
    private final Path log;

    private SiteProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param name of its log
     * @param folder where it starts
     */
    static SiteProcess start(String name, Path folder, Map<String, String> environment, List<String> command) {
        var log = LOGS.resolve(name + ".log");
        try {
            Files.createDirectories(LOGS);
            var builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            return new SiteProcess(builder.start(), log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Waits until something listens on this port; ends the process if nothing does. */
    SiteProcess listens(int port, Duration patience) {
        try {
            await("listening, see " + log)
                    .atMost(patience)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> listensOn(port));
            return this;
        } catch (ConditionTimeoutException late) {
            close();
            throw new AssertionError(late.getMessage() + "\n" + lastLines(), late);
        } catch (RuntimeException | AssertionError failure) {
            close();
            throw failure;
        }
    }

    /** Waits for its end, and says how it ended. */
    int ends(Duration patience) {
        assertThat(hasEnded(patience)).as("ended, see " + log).isTrue();
        return process.exitValue();
    }

    /** The end of what it says of itself, for who cannot look into its log. */
    String lastLines() {
        try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            var all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - 10), all.size()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Asked first, so that it ends its children and gives back what they share. */
    @Override
    public void close() {
        var children = process.descendants().toList();
        process.destroy();
        if (!hasEnded(Duration.ofSeconds(30))) {
            process.destroyForcibly();
        }
        children.forEach(ProcessHandle::destroyForcibly);
        ends(Duration.ofMinutes(1));
    }

    private boolean hasEnded(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private boolean listensOn(int port) {
        assertThat(process.isAlive())
                .withFailMessage(() -> "ended at its start: " + lastLines())
                .isTrue();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
