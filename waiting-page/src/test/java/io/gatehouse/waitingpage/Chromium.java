package io.gatehouse.waitingpage;

import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One tab of the machine's Chromium, spoken to over its DevTools protocol: it needs no driver, and the protocol does
 * what these tests are about (no scripts, dark, narrow, real keys, complaints about the policy).
 */
final class Chromium implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final long PAUSE = 50_000_000L;
    private static final long PATIENCE = 60_000_000_000L;

    /** What the browser complained of: broken scripts, refused styles, violated policies. */
    final List<String> complaints = new CopyOnWriteArrayList<>();

    private final Path profile;
    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();
    private final String session;

    Chromium() {
        try {
            profile = Files.createTempDirectory("chromium");
            process = new ProcessBuilder(
                            System.getProperty("chromium", "/usr/bin/chromium"),
                            "--headless=new",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-dev-shm-usage", // a container has little of it, and a page without any is lost
                            "--disable-background-networking",
                            "--no-first-run",
                            "--hide-scrollbars",
                            "--remote-debugging-port=0",
                            "--user-data-dir=" + profile,
                            "about:blank")
                    .redirectErrorStream(true)
                    .start();
            socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(listeningOn(), new Listener())
                    .join();
        } catch (IOException notThere) {
            throw new UncheckedIOException(notThere);
        }
        String target = browser("Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asString();
        session = browser("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asString();
        for (String domain : List.of("Page", "Runtime", "Log")) {
            tell(domain + ".enable", Map.of());
        }
        tell("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
    }

    private URI listeningOn() throws IOException {
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("DevTools listening on ")) {
                Thread drain = new Thread(() -> output.lines().forEach(ignored -> {}));
                drain.setDaemon(true);
                drain.start();
                return URI.create(line.substring("DevTools listening on ".length()));
            }
        }
        throw new IOException("Chromium must say where it listens, but ended");
    }

    /** Returns when this very page has been loaded, not the one before it at the same address. */
    Chromium opens(String address) {
        JsonNode navigation = tell("Page.navigate", Map.of("url", address));
        if (navigation.has("errorText")) {
            throw new AssertionError(address + ": " + navigation.path("errorText"));
        }
        String loader = navigation.path("loaderId").asString();
        waitsUntil("the page", () -> loaded.contains(loader));
        return this;
    }

    Chromium withoutScripts() {
        tell("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        return this;
    }

    Chromium wide(int width, int height) {
        tell(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        return this;
    }

    Chromium theme(String theme) {
        tell(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", theme),
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
        return this;
    }

    Chromium language(String language) {
        tell("Emulation.setUserAgentOverride", Map.of("userAgent", "Mozilla/5.0 Chrome", "acceptLanguage", language));
        return this;
    }

    /** Runs in the tab even when the page itself may run no scripts. */
    JsonNode asks(String expression) {
        JsonNode answer =
                tell("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(answer.path("exceptionDetails").toString());
        }
        return answer.path("result").path("value");
    }

    String reads(String id) {
        return asks("(document.getElementById(" + quoted(id) + ") || {}).textContent || ''")
                .asString();
    }

    void waitsFor(String headline) {
        waitsUntil(headline, () -> reads("headline").equals(headline));
    }

    void waitsUntil(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + PATIENCE;
        while (!holdsInThisPage(holds)) {
            if (System.nanoTime() > end) {
                throw new AssertionError(
                        "Waited for: " + what + ", saw " + asks("document.body.innerText") + complaints);
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    private static boolean holdsInThisPage(BooleanSupplier holds) {
        try {
            return holds.getAsBoolean();
        } catch (RefusedException betweenTwoPages) {
            return false;
        }
    }

    /** A real key, as from a keyboard. */
    void presses(String key) {
        Map<String, Object> stroke = new LinkedHashMap<>(Map.of("type", "keyDown", "key", key, "code", key));
        stroke.put(
                "windowsVirtualKeyCode", Map.of("Tab", 9, "Enter", 13, " ", 32).get(key));
        if (!key.equals("Tab")) {
            stroke.put("text", key.equals("Enter") ? "\r" : key);
        }
        tell("Input.dispatchKeyEvent", stroke);
        tell("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "code", key));
    }

    /** Takes a picture of what the tab shows, and keeps it. */
    BufferedImage screenshot(Path file) {
        String image = tell("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
                .path("data")
                .asString();
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Base64.getDecoder().decode(image));
            return ImageIO.read(file.toFile());
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }

    private JsonNode browser(String method, Map<String, ?> parameters) {
        return send(Map.of("method", method, "params", parameters));
    }

    private JsonNode tell(String method, Map<String, ?> parameters) {
        return send(Map.of("method", method, "params", parameters, "sessionId", session));
    }

    private JsonNode send(Map<String, ?> command) {
        Map<String, Object> message = new LinkedHashMap<>(command);
        int id = ids.incrementAndGet();
        message.put("id", id);
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(JSON.writeValueAsString(message), true).join();
        JsonNode answered = answer.orTimeout(60, TimeUnit.SECONDS).join();
        if (answered.has("error")) {
            throw new RefusedException(command + ": " + answered.path("error"));
        }
        return answered.path("result");
    }

    /** Returns when Chromium has ended, its profile deleted as far as its other processes write no more. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            delete(profile);
        } catch (IOException | UncheckedIOException stillWritten) {
            // A few of its files are left behind then; they do no harm.
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Chromium does not do what it is told, most often because the page has just become another. */
    private static final class RefusedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(message);
        }
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder partial = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                received(JSON.readTree(partial.toString()));
                partial.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }

        private void received(JsonNode message) {
            CompletableFuture<JsonNode> answer =
                    answers.remove(message.path("id").asInt(0));
            if (answer != null) {
                answer.complete(message);
            }
            String event = message.path("method").asString("");
            if (event.equals("Page.lifecycleEvent")
                    && message.at("/params/name").asString("").equals("load")) {
                loaded.add(message.at("/params/loaderId").asString());
            }
            boolean isError = message.at("/params/entry/level").asString("").equals("error");
            if (event.equals("Runtime.exceptionThrown") || (event.equals("Log.entryAdded") && isError)) {
                complaints.add(message.path("params").toString());
            }
        }
    }
}
