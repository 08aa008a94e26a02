package io.gatehouse.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** What a folder's package-lock.json names, from npm. */
public final class NodeModules {

    private static final int INSTALLATIONS = 4;

    private NodeModules() {}

    /** Installs it, unless that was done before. Other processes wait meanwhile, because npm would disturb itself. */
    public static synchronized void install(Path folder) {
        try (var lock = FileChannel.open(folder.resolve("package.json"), StandardOpenOption.WRITE)) {
            lock.lock();
            if (Files.exists(folder.resolve("node_modules/.package-lock.json"))) {
                return;
            }
            for (var attempt = 1; !isInstalled(folder); attempt++) {
                assertThat(attempt).as("attempts of npm ci").isLessThan(INSTALLATIONS);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** One attempt: what it fetches comes from a registry that may not answer now, and does so a moment later. */
    private static boolean isInstalled(Path folder) {
        var command = new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
        try (var npm = TestProcess.start("npm", command.directory(folder.toFile()))) {
            var status = npm.ends(Duration.ofMinutes(5));
            if (status != 0) {
                System.out.println("npm ci ended with " + status + ":\n" + npm.lastLines());
            }
            return status == 0;
        }
    }
}
