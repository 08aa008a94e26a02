package io.gatehouse.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The JDKs of this machine: servers are measured on the newest, unless {@code -Dbench.jdk} names one. */
final class Jdks {

    private static final Path FOLDER = Path.of("/usr/lib/jvm");

    private Jdks() {}

    /** Its home. */
    static Path newest() {
        var named = System.getProperty("bench.jdk");
        return named == null ? all().get(0) : Path.of(named);
    }

    /** That of the tests. */
    static Path own() {
        return Path.of(System.getProperty("java.home"));
    }

    static Path java(Path home) {
        return home.resolve("bin").resolve("java");
    }

    /** The version it tells of itself. */
    static String version(Path home) {
        try {
            return Files.readString(home.resolve("release")).replaceAll("(?s).*JAVA_VERSION=\"([^\"]*)\".*", "$1");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<Path> all() {
        var found = new ArrayList<Path>(List.of(own()));
        if (Files.isDirectory(FOLDER)) {
            try (DirectoryStream<Path> homes = Files.newDirectoryStream(FOLDER)) {
                homes.forEach(found::add);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        found.removeIf(home -> !Files.exists(home.resolve("release")) || !Files.isExecutable(java(home)));
        found.sort(Comparator.comparing((Path home) -> Runtime.Version.parse(version(home)))
                .reversed());
        return found;
    }
}
