package io.gatehouse.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What release 1.0 promised ({@code docs/promises.md}), as names and types, a line each, in files by subject.
 * A test that sees a subject anyway shows it here: each line that was recorded must still be there, and more
 * may be. What is there now lies in {@code target/promises}, to be recorded with the next minor release.
 */
public final class Promises {

    private static final Path RECORDED = Path.of("src/test/resources/io/gatehouse/promise/1.0");
    private static final Path NOW = Path.of("target/promises");

    private Promises() {}

    /** Fails if anything that was recorded of this subject is missing, or has another type. */
    public static void kept(String subject, Stream<String> lines) {
        var now = new TreeSet<>(lines.toList());
        try {
            Files.write(Files.createDirectories(NOW).resolve(subject + ".txt"), now);
            assertThat(broken(subject, now))
                    .as("what release 1.0 promised of " + subject)
                    .isEmpty();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The same of JSON documents: their members, however deep, by path and type. */
    public static void kept(String subject, List<JsonNode> documents, Function<JsonNode, String> kind) {
        kept(subject, documents.stream().flatMap(document -> members(kind.apply(document), document).stream()));
    }

    /** What was recorded of a subject and is not among these lines. */
    static Set<String> broken(String subject, Set<String> now) throws IOException {
        var recorded = new TreeSet<>(Files.readAllLines(RECORDED.resolve(subject + ".txt")));
        recorded.removeAll(now);
        return recorded;
    }

    static Set<String> members(String path, JsonNode node) {
        var members = new TreeSet<String>();
        if (node.isObject()) {
            node.propertyStream()
                    .forEach(member -> members.addAll(members(path + "." + member.getKey(), member.getValue())));
        } else if (node.isArray()) {
            node.forEach(entry -> members.addAll(members(path + "[]", entry)));
        } else if (!node.isNull()) {
            members.add(path + " " + node.getNodeType().name().toLowerCase(Locale.ROOT));
        }
        return members;
    }
}
