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

    /** The training of the packaged jar; the folder must hold nothing else. */
    Training {
        packaged = packaged.toAbsolutePath();
        kept = kept.toAbsolutePath();
    }

    /** Whether the Java of this process can be trained. */
    static boolean isPossible() {
        return Runtime.version().feature() >= FIRST_JAVA;
    }

    /** The jar to train, or trained already. */
    GatehouseJar jar() {
        return GatehouseJar.of(folder().resolve("oidc-provider.jar"));
    }

    /** The command that unpacks the jar; removes the folders of earlier builds first. */
    ProcessBuilder unpacking() throws IOException {
        delete(kept);
        Files.createDirectories(kept);
        ProcessBuilder command =
                GatehouseJar.of(packaged).command(kept, "extract", "--destination", folder().toString());
        command.command().add(1, "-Djarmode=tools");
        return command;
    }

    /** The command that trains the unpacked jar. */
    ProcessBuilder training() {
        return jar().command(kept, "train");
    }

    private Path folder() {
        return kept.resolve(build());
    }

    /** A name that follows from the content of the jar, without its time of packaging, and from the Java. */
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
