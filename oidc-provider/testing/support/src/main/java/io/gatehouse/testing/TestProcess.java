package io.gatehouse.testing;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A process that a test has started. What it says goes into a log; it is ended with all that it has started
 * itself, at the latest when this JVM ends.
 */
public final class TestProcess implements AutoCloseable {

    private static final Path LOGS = Path.of("target", "processes").toAbsolutePath();
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Set<TestProcess> STARTED = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> STARTED.forEach(TestProcess::destroy)));
    }

    private final Process process;
    private final Path log;

    private TestProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts it; what it says is appended to the log of this name in target/processes. */
    public static TestProcess start(String name, ProcessBuilder command) {
        return start(LOGS.resolve(name + ".log"), command);
    }

    /** The same with its log elsewhere. */
    public static TestProcess start(Path log, ProcessBuilder command) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            var started = command.redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            var process = new TestProcess(started, log);
            STARTED.add(process);
            return process;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Runs a command to its end and returns what it says; fails the test when the command fails. */
    public static String run(ProcessBuilder command) {
        try {
            var process = command.redirectErrorStream(true).start();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor())
                    .as("%s:%n%s", command.command(), output)
                    .isZero();
            return output;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** A program of the JDK that runs the tests, and its arguments. */
    public static List<String> jdk(String program, String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /** Waits until it is ready, which it says or shows somehow; ends it if it is not by then. */
    public TestProcess awaits(String what, Duration limit, BooleanSupplier isReady) {
        try {
            await(what + ", see " + log)
                    .atMost(limit)
                    .pollInterval((polls, before) -> Duration.ofMillis(Math.min(10L * polls, 200)))
                    .until(() -> {
                        assertThat(process.isAlive())
                                .withFailMessage(() -> "ended before " + what + ": " + lastLines())
                                .isTrue();
                        return isReady.getAsBoolean();
                    });
            return this;
        } catch (ConditionTimeoutException late) {
            stops();
            throw new AssertionError(late.getMessage() + "\n" + lastLines(), late);
        } catch (RuntimeException | AssertionError failure) {
            stops();
            throw failure;
        }
    }

    /** Waits until something listens on this port of the machine. */
    public TestProcess listens(int port, Duration limit) {
        return awaits("listening", limit, () -> isListening(port));
    }

    /** The process as the JDK sees it. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** All that it has said. */
    public String output() {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The end of what it has said, for who cannot look into its log. */
    public String lastLines() {
        var all = output().lines().toList();
        return String.join("\n", all.subList(Math.max(0, all.size() - 20), all.size()));
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /** Sends a signal by its name, {@code TERM} for example; returns when it has been delivered. */
    public void signal(String name) {
        run(new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())));
    }

    /** {@code kill -STOP}: it stands still, and its connections stay open. */
    public void pauses() {
        signal("STOP");
    }

    /** {@code kill -CONT}. */
    public void goesOn() {
        signal("CONT");
    }

    /** Waits until it has ended by itself, and says how it ended. */
    public int ends(Duration limit) {
        assertThat(hasEnded(limit)).as("ended, see " + log).isTrue();
        STARTED.remove(this);
        return process.exitValue();
    }

    /** Ends it in good order: it is asked first, so that it gives back what it holds. */
    public void stops() {
        var children = process.descendants().toList();
        process.destroy();
        if (!hasEnded(Duration.ofSeconds(30))) {
            process.destroyForcibly();
        }
        children.forEach(ProcessHandle::destroyForcibly);
        ends(LIMIT);
    }

    /** {@code kill -9}. */
    @Override
    public void close() {
        destroy();
        ends(LIMIT);
    }

    private void destroy() {
        var children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private boolean hasEnded(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static boolean isListening(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
