package io.gatehouse.albexample.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Gatehouse as a separate process, from its jar and a settings file. */
public final class GatehouseProcess implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofSeconds(20);
    private static final Duration FAREWELL = Duration.ofSeconds(15);

    private final Process process;
    private final Path log;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(LOOK).build();

    private GatehouseProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts Gatehouse in a folder, which holds the settings file and gets the log. Does not wait. */
    public static GatehouseProcess start(GatehouseJar jar, Path folder, String settings) {
        return start(jar, folder, settings, Map.of());
    }

    /** Starts Gatehouse with more settings as environment variables. */
    static GatehouseProcess start(GatehouseJar jar, Path folder, String settings, Map<String, String> environment) {
        Path file = folder.resolve("gatehouse.yaml");
        Path log = folder.resolve("gatehouse.log");
        try {
            Files.writeString(file, settings);
            ProcessBuilder command = jar.command(
                            folder, "--spring.config.additional-location=file:" + file.toAbsolutePath())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            command.environment().putAll(environment);
            return new GatehouseProcess(command.start(), log);
        } catch (IOException notStarted) {
            throw new IllegalStateException("Gatehouse cannot be started from " + jar.file(), notStarted);
        }
    }

    /** The hash of a password for the settings, made by Gatehouse itself. */
    static String hashPassword(GatehouseJar jar, Path folder, String password) {
        try {
            Process process = jar.command(folder, "hash-password")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (var stdin = process.getOutputStream()) {
                stdin.write((password + "\n").getBytes(StandardCharsets.UTF_8));
            }
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.onExit().join();
            return answer.lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("{"))
                    .reduce((first, last) -> last)
                    .orElseThrow(() -> new IllegalStateException("hash-password has printed no hash but: " + answer));
        } catch (IOException notStarted) {
            throw new IllegalStateException("hash-password cannot be started from " + jar.file(), notStarted);
        }
    }

    /** Waits until Gatehouse is ready. */
    public void awaitReady(String issuer) throws InterruptedException {
        long limit = System.nanoTime() + TIMEOUT.toNanos();
        while (!isReady(issuer)) {
            if (process.waitFor(200, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("Gatehouse has ended while starting. Its last words:\n" + lastWords());
            }
            if (System.nanoTime() > limit) {
                throw new IllegalStateException(
                        "Gatehouse is not ready after " + TIMEOUT.toSeconds() + " s. Its last words:\n" + lastWords());
            }
        }
    }

    /** Runs when the process ends, for any reason. */
    void onEnd(Runnable reaction) {
        CompletableFuture<Void> unused = process.onExit().thenRun(reaction);
    }

    /** The end of the log, for a message. */
    public String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
        } catch (IOException noLog) {
            return "(no log at " + log + ")";
        }
    }

    private boolean isReady(String issuer) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(issuer + "/actuator/health/readiness"))
                .timeout(LOOK)
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Asks Gatehouse to end, and kills it after a while. On Ctrl-C the terminal has asked it already. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(FAREWELL.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
