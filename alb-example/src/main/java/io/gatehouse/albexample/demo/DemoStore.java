package io.gatehouse.albexample.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import redis.embedded.RedisServer;

/**
 * The servers behind {@code -Dgatehouse.demo.store=…}, started for the demo on free ports of this machine and
 * ended with it: Redis, and Amazon's DynamoDB Local. Both come from Maven Central; neither is part of
 * Gatehouse.
 */
final class DemoStore {

    static final List<String> KINDS = List.of("embedded", "redis", "dynamodb", "redis+dynamodb");

    private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(60);

    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Consumer<AutoCloseable> servers;

    private DemoStore(String kind, Consumer<AutoCloseable> servers) {
        environment.put("GATEHOUSE_STORE", kind);
        this.servers = servers;
    }

    /**
     * Starts the servers of this kind of store, with their data in a folder; returns when the store is ready.
     *
     * @param servers receives each started server, to end it with the demo
     */
    static DemoStore start(DemoSettings settings, Path folder, Consumer<AutoCloseable> servers)
            throws InterruptedException {
        DemoStore store = new DemoStore(settings.store(), servers);
        try {
            if (settings.store().contains("redis")) {
                store.startRedis(folder);
            }
            if (settings.store().contains("dynamodb")) {
                store.startDynamoDb(settings.dynamoDbClasspath());
            }
            if (!settings.store().equals("embedded")) {
                store.environment.put("GATEHOUSE_MASTER_KEY", masterKey());
            }
            return store;
        } catch (IOException | RuntimeException failed) {
            throw new DemoFailedException("The store " + settings.store() + " did not start: " + failed.getMessage());
        }
    }

    /** Gatehouse's settings for the store, as environment variables. */
    Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    private void startRedis(Path folder) throws IOException {
        int port = freePort();
        RedisServer redis = RedisServer.builder()
                .port(port)
                .bind("127.0.0.1")
                .setting("dir " + folder)
                .setting("appendonly yes")
                .setting("appendfsync always")
                .build();
        redis.start();
        servers.accept(redis::stop);
        environment.put("SPRING_DATA_REDIS_HOST", "127.0.0.1");
        environment.put("SPRING_DATA_REDIS_PORT", String.valueOf(port));
    }

    private void startDynamoDb(Path classpath) throws IOException, InterruptedException {
        if (!Files.isRegularFile(classpath)) {
            throw new DemoFailedException(
                    "DynamoDB Local has not been fetched: there is no " + classpath
                            + ". Start the demo from the root of the repository with: mvn -Pdemo -Dgatehouse.demo.store=dynamodb");
        }
        int port = freePort();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        Files.readString(classpath).strip(),
                        "software.amazon.dynamodb.services.local.main.ServerRunner",
                        "-inMemory",
                        "-disableTelemetry",
                        "-port",
                        String.valueOf(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        servers.accept(() -> process.destroyForcibly().waitFor());
        awaitPort(process, port);
        environment.put("GATEHOUSE_DYNAMODB_ENDPOINT", "http://127.0.0.1:" + port);
        environment.put("GATEHOUSE_DYNAMODB_REGION", "eu-central-1");
        environment.put("GATEHOUSE_DYNAMODB_CREATE", "true");
        environment.put("AWS_ACCESS_KEY_ID", "demo");
        environment.put("AWS_SECRET_ACCESS_KEY", "demo");
    }

    /**
     * A port below those of Linux for outgoing connections, so that no connection takes it before the server
     * listens.
     */
    private static int freePort() {
        return new Random()
                .ints(10_000, 11_000)
                .filter(DemoStore::isFree)
                .findFirst()
                .orElseThrow();
    }

    /** Whether the port is free at every address of this machine, because DynamoDB Local listens at all of them. */
    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1)) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static void awaitPort(Process process, int port) throws IOException, InterruptedException {
        long limit = System.nanoTime() + TIMEOUT;
        while (!isOpen(port)) {
            if (process.waitFor(100, TimeUnit.MILLISECONDS) || System.nanoTime() > limit) {
                throw new IOException("DynamoDB Local does not answer on port " + port);
            }
        }
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static String masterKey() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
