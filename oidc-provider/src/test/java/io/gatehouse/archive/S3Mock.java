package io.gatehouse.archive;

import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Adobe's S3Mock as a process of its own, which keeps its objects in a folder when it is killed. */
final class S3Mock implements AutoCloseable {

    private static final Path JAR = Path.of("testing/s3mock/target/s3mock.jar");

    private final Path folder;
    private final int port = FreePorts.next();
    private TestProcess process;

    S3Mock(Path folder) {
        this.folder = folder;
        this.process = start();
    }

    private TestProcess start() {
        var command = TestProcess.jdk(
                "java",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dcom.adobe.testing.s3mock.store.root=" + folder,
                "-Dcom.adobe.testing.s3mock.store.retainFilesOnExit=true",
                "-jar",
                JAR.toString(),
                "--server.port=0",
                "--http.port=" + port);
        var started = TestProcess.start("s3mock-" + port, new ProcessBuilder(command));
        started.awaits("S3Mock answers", Duration.ofMinutes(1), this::isReachable);
        return started;
    }

    /** Any answer will do: the first takes long. */
    private boolean isReachable() {
        try {
            var connection = (HttpURLConnection) address().toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(30_000);
            return connection.getResponseCode() > 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    URI address() {
        return URI.create("http://localhost:" + port);
    }

    /** As a power failure ends it. */
    void dies() {
        process.close();
    }

    void isBack() {
        process = start();
    }

    @Override
    public void close() {
        process.close();
    }
}
