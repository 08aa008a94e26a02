package io.gatehouse.albexample.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The trained jar, which later demos reuse. The jar is unpacked and trained once for each build of it and of
 * Java, in a folder of that name; the folders of earlier builds are removed.
 */
record Training(Path packaged, Path kept) {

    private static final int FIRST_JAVA = 25;

    /** Of the packaged jar, in this folder, in which nothing else is kept. */
    Training {
        packaged = packaged.toAbsolutePath();
        kept = kept.toAbsolutePath();
    }

    /** Whether the Java that runs us can learn anything. */
    static boolean isPossible() {
        return Runtime.version().feature() >= FIRST_JAVA;
    }

    /** The jar that was trained, or is to be. */
    GatehouseJar jar() {
        return GatehouseJar.of(folder().resolve("oidc-provider.jar"));
    }

    /** What unpacks the jar, after those of builds before have gone. */
    ProcessBuilder unpacking() throws IOException {
        delete(kept);
        Files.createDirectories(kept);
        ProcessBuilder command =
                GatehouseJar.of(packaged).command(kept, "extract", "--destination", folder().toString());
        command.command().add(1, "-Djarmode=tools");
        return command;
    }

    /** What trains it, once it is unpacked. */
    ProcessBuilder training() {
        return jar().command(kept, "train");
    }

    private Path folder() {
        return kept.resolve(build());
    }

    /** The same for the same content of the jar, whenever it was packaged, and the same Java. */
    private String build() {
        CRC32 sum = new CRC32();
        sum.update(Runtime.version().toString().getBytes(StandardCharsets.UTF_8));
        try (JarFile jar = new JarFile(packaged.toFile())) {
            String entries = jar.stream()
                    .map(entry -> entry.getName() + " " + entry.getCrc())
                    .sorted()
                    .collect(Collectors.joining("\n"));
            sum.update(entries.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return Long.toHexString(sum.getValue());
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
