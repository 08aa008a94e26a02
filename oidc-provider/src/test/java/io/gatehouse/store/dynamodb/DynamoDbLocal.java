package io.gatehouse.store.dynamodb;

import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * DynamoDB Local as a process of its own, in memory: its licence forbids shipping it, and its libraries are
 * on no class path of ours. The module {@code dynamodb-local} has written down where it lies.
 */
public final class DynamoDbLocal implements AutoCloseable {

    private static final Path CLASS_PATH = Path.of("testing/dynamodb-local/target/classpath");
    private static final String SERVER = "software.amazon.dynamodb.services.local.main.ServerRunner";

    private static @Nullable DynamoDbLocal shared;

    private final TestProcess process;
    private final int port;

    private DynamoDbLocal(TestProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The one that all tests of this JVM share; it ends with the JVM. */
    public static synchronized DynamoDbLocal shared() {
        if (shared == null) {
            shared = start();
        }
        return shared;
    }

    /** Starts one with nothing in it, and waits until it can be reached. */
    public static DynamoDbLocal start() {
        return startAt(FreePorts.next());
    }

    /** The same, on this port. */
    public static DynamoDbLocal startAt(int port) {
        // Starts quickly, and leaves something of two cores to the others.
        return startAt(port, "-XX:TieredStopAtLevel=1");
    }

    /** One that is measured: it compiles all that it does often. */
    public static DynamoDbLocal startForLoad() {
        return startAt(FreePorts.next(), "-XX:+TieredCompilation");
    }

    private static DynamoDbLocal startAt(int port, String compiler) {
        try {
            var command = TestProcess.jdk(
                    "java",
                    "-Xmx512m",
                    compiler,
                    "-XX:+UseSerialGC",
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                    "-Dorg.apache.logging.log4j.level=OFF",
                    "-cp",
                    Files.readString(CLASS_PATH).strip(),
                    SERVER,
                    "-inMemory",
                    "-sharedDb",
                    "-disableTelemetry",
                    "-port",
                    String.valueOf(port));
            var local =
                    new DynamoDbLocal(TestProcess.start("dynamodb-local-" + port, new ProcessBuilder(command)), port);
            local.process.awaits("DynamoDB Local answers", Duration.ofMinutes(2), local::isReachable);
            return local;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public URI endpoint() {
        return URI.create("http://localhost:" + port);
    }

    /** It takes connections and requests, and answers none, until {@link #resume}. */
    public void pause() {
        process.pauses();
    }

    public void resume() {
        process.goesOn();
    }

    /**
     * The settings of a Gatehouse that keeps everything here in this table; lets the default chain find the
     * credentials that DynamoDB Local wants to see.
     */
    public String[] settings(String store, String table) {
        useCredentials();
        return new String[] {
            "gatehouse.store=" + store,
            "gatehouse.dynamodb.endpoint=" + endpoint(),
            "gatehouse.dynamodb.region=eu-central-1",
            "gatehouse.dynamodb.table=" + table,
            "gatehouse.dynamodb.create=true"
        };
    }

    /** Lets the default chain find the credentials that DynamoDB Local wants to see. */
    static void useCredentials() {
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
    }

    /** An attribute that a table is keyed by. */
    public static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    /** A part of a table's key. */
    public static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    @Override
    public void close() {
        process.close();
    }

    private boolean isReachable() {
        try {
            // Any answer will do: that it refuses this request is one.
            var connection = (HttpURLConnection) endpoint().toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(10_000);
            return connection.getResponseCode() > 0;
        } catch (IOException notYet) {
            return false;
        }
    }
}
