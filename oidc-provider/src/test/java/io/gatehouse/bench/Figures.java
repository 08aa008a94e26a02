package io.gatehouse.bench;

import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where figures go as soon as they are known: to the output, to target/bench.json, and, in place of the one
 * of the same row, to docs/performance.json, of which docs/performance.md is made anew. Not the latter two
 * with {@code -Dbench.documents=false}.
 */
public final class Figures {

    private static final Path RUN = Path.of("target", "bench.json");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * A figure, and where it comes from.
     *
     * @param java of the server; empty if it has none
     * @param commit what was measured
     * @param test by whom: {@code Class#method}
     */
    record Entry(Figure figure, String java, LocalDate day, String commit, String test) {}

    private final String test;
    private final String java;

    /** Those of a test, {@code Class#method}. */
    public Figures(String test) {
        this(test, "");
    }

    Figures(String test, String java) {
        this.test = test;
        this.java = java;
    }

    /** Puts a figure into its row. */
    public void tell(String row, Figure figure) {
        System.out.printf(
                "FIGURE %s: %s; rounds %s; %d thrown away%n",
                row, Document.told(figure), Document.rounds(figure), figure.thrownAway());
        var entry = new Entry(figure, java, LocalDate.now(ZoneOffset.UTC), commit(), test);
        write(RUN, row, entry);
        if (!"false".equals(System.getProperty("bench.documents"))) {
            write(Document.FIGURES, row, entry);
            Document.write(read(Document.FIGURES));
        }
    }

    private static String commit() {
        var asked = "git rev-parse --short HEAD 2>/dev/null || echo unknown";
        return TestProcess.run(new ProcessBuilder("sh", "-c", asked)).strip();
    }

    private static void write(Path file, String row, Entry entry) {
        var all = read(file);
        all.put(row, entry);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, JSON.writeValueAsString(all) + "\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, Entry> read(Path file) {
        try {
            return Files.exists(file)
                    ? JSON.readValue(Files.readString(file), new TypeReference<TreeMap<String, Entry>>() {})
                    : new TreeMap<>();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
