package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import redis.embedded.RedisExecProvider;

/**
 * A real Redis 7 as a process of its own, on a port and with a folder of its own, which can be killed,
 * frozen, and started again with its data or without. Nothing of it outlives the JVM.
 */
public final class RedisServer implements AutoCloseable {

    private static final Pattern OFFSET = Pattern.compile("offset=(\\d+)");

    private static final String SENTINEL = "sentinel.conf";

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Set<RedisServer> STARTED = ConcurrentHashMap.newKeySet();
    private static final File PROGRAM = program();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> STARTED.forEach(RedisServer::close)));
    }

    private final int port = FreePorts.next();
    private final Path folder;
    private final List<String> arguments;
    private @Nullable TestProcess process;

    private RedisServer(List<String> arguments) {
        try {
            this.folder = Files.createTempDirectory("gatehouse-redis");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        this.arguments = arguments;
    }

    /**
     * Starts one with these arguments, as redis-server takes them: {@code "--appendonly", "yes"}. Without any
     * it keeps everything in memory only, and evicts nothing.
     */
    public static RedisServer start(String... arguments) {
        var server = notYet(arguments);
        server.starts();
        return server;
    }

    /** One that has its port, and is not started yet. */
    public static RedisServer notYet(String... arguments) {
        return new RedisServer(List.of(arguments));
    }

    /** Starts one that is also to be reached by TLS with this certificate and key. */
    public static RedisServer startWithTls(Path certificate, Path key, String... arguments) {
        var own = Stream.of(
                "--tls-port",
                String.valueOf(FreePorts.next()),
                "--tls-cert-file",
                certificate.toString(),
                "--tls-key-file",
                key.toString(),
                "--tls-ca-cert-file",
                certificate.toString(),
                "--tls-auth-clients",
                "no");
        return start(Stream.concat(own, Stream.of(arguments)).toArray(String[]::new));
    }

    /**
     * Starts a Sentinel that alone watches over this master, under the name {@code line}. It believes a
     * master dead that does not answer for a minute, for on a busy machine one that lives may not answer for
     * a while; see {@link #watchesClosely}.
     */
    public static RedisServer watch(RedisServer master) {
        var sentinel = new RedisServer(List.of("--sentinel"));
        try {
            Files.writeString(
                    sentinel.folder.resolve(SENTINEL),
                    String.join(
                            "\n",
                            "sentinel monitor line 127.0.0.1 " + master.port() + " 1",
                            "sentinel down-after-milliseconds line 60000",
                            "sentinel failover-timeout line 5000",
                            ""));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        sentinel.starts();
        return sentinel;
    }

    /** Starts one that follows this master, and waits until it is in sync. */
    public static RedisServer follow(RedisServer master, String... arguments) {
        var own =
                Stream.of("--replicaof", "127.0.0.1", String.valueOf(master.port()), "--repl-ping-replica-period", "1");
        var replica = start(Stream.concat(own, Stream.of(arguments)).toArray(String[]::new));
        await("replica in sync").atMost(TIMEOUT).until(() -> replica.info("master_link_status")
                .equals("up"));
        return replica;
    }

    public int port() {
        return port;
    }

    /** From now on this Sentinel believes a master dead that does not answer for a second. */
    public void watchesClosely() {
        assertThat(say("SENTINEL", "SET", "line", "down-after-milliseconds", "1000"))
                .isEqualTo("OK");
    }

    /** Where it is reached by TLS. */
    public int tlsPort() {
        return Integer.parseInt(
                say("CONFIG", "GET", "tls-port").lines().toList().get(1));
    }

    /** Its address as a URL for {@code spring.data.redis.url}. */
    public String url() {
        return "redis://localhost:" + port;
    }

    /** What Gatehouse has to be told to use it, each {@code name=value}. */
    public String[] settings() {
        return new String[] {"gatehouse.store=redis", "spring.data.redis.url=" + url()};
    }

    /** Starts it again with what its files hold; waits until it answers. */
    public void starts() {
        launch().awaits("redis-server on " + port + " answers", TIMEOUT, this::answers);
    }

    /** Starts it again without any data; waits until it answers. */
    public void startsEmpty() {
        assertThat(isRunning()).as("is running").isFalse();
        deleteData();
        starts();
    }

    /** Ends it in good order: it saves what it is configured to save. */
    public void stops() {
        running().stops();
    }

    /** {@code kill -9}. */
    public void isKilled() {
        running().close();
    }

    /** SIGSTOP: its port stays open, nothing is answered. */
    public void freezes() {
        running().pauses();
    }

    /** SIGCONT. */
    public void thaws() {
        running().goesOn();
    }

    public boolean isRunning() {
        return process != null && process.isRunning();
    }

    /** Says one command to it; the elements of an array come back as lines, an error as {@code -ERR ...}. */
    public String say(String... command) {
        try {
            return RedisTalk.say(port, command);
        } catch (IOException away) {
            throw new UncheckedIOException(away);
        }
    }

    /** One field of {@code INFO}; empty when there is none. */
    public String info(String field) {
        return say("INFO", "everything")
                .lines()
                .filter(line -> line.startsWith(field + ":"))
                .map(line -> line.substring(field.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    /**
     * Waits until its replica has all that it has written by now. {@code WAIT} would not do: it waits for
     * what its own connection has written, and here each command has one to itself.
     */
    void awaitsItsReplica() {
        var written = Long.parseLong(info("master_repl_offset"));
        Awaited.until("the replica has it", () -> OFFSET.matcher(info("slave0"))
                .results()
                .anyMatch(offset -> Long.parseLong(offset.group(1)) >= written));
    }

    /** Kills it, and removes its folder. */
    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
        STARTED.remove(this);
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private TestProcess launch() {
        assertThat(isRunning()).as("is running").isFalse();
        var command = new ArrayList<>(List.of(PROGRAM.getAbsolutePath()));
        if (Files.exists(folder.resolve(SENTINEL))) {
            command.add(folder.resolve(SENTINEL).toString());
        }
        command.addAll(List.of("--port", String.valueOf(port), "--bind", "127.0.0.1", "--dir", folder.toString()));
        if (!arguments.contains("--sentinel")) {
            command.addAll(List.of("--repl-diskless-sync-delay", "0"));
        }
        if (!arguments.contains("--save") && !arguments.contains("--sentinel")) {
            command.addAll(List.of("--save", ""));
        }
        command.addAll(arguments);
        STARTED.add(this);
        try {
            Files.createDirectories(folder);
            process = TestProcess.start(log(), new ProcessBuilder(command));
            return process;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private boolean answers() {
        try {
            var answer = RedisTalk.say(port, "PING");
            return answer.equals("PONG") || answer.startsWith("-NOAUTH");
        } catch (IOException notYet) {
            return false;
        }
    }

    private void deleteData() {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                FileSystemUtils.deleteRecursively(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private TestProcess running() {
        return Objects.requireNonNull(process, "not started");
    }

    private Path log() {
        return folder.resolve("redis.log");
    }

    /**
     * The tests start the redis-server of their library, or the one that
     * {@code -Dtest.redis=/usr/bin/redis-server} names. The library's is built without jemalloc and costs
     * more; docs/performance.md has the figures.
     */
    private static File program() {
        var other = System.getProperty("test.redis");
        if (other != null) {
            return new File(other);
        }
        try {
            var program = RedisExecProvider.defaultProvider().get();
            assertThat(program.setExecutable(true)).isTrue();
            return program;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
