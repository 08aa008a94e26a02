package io.gatehouse.awsapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What one client of the old API sends, and what the old API answered, from a file under {@code recordings}.
 * Each exchange stands under a heading: what happens before it ({@code @ joins 1}), the request, the answer
 * of the old API, and where ours is another one, in what, and by which row of
 * {@code docs/migrate-from-aws.md} ({@code but status: 200 | a join}). Paragraphs are parted by an empty
 * line.
 *
 * <p>Values that differ from run to run stand in braces. In the old body a type stands for what nobody can
 * know: {@code "<uuid id>"} is one, and called {@code {id}} from then on.
 */
record Recording(String client, List<Exchange> exchanges) {

    /**
     * @param steps what happens before it
     * @param head of the request: its first line, and headers
     * @param differences of our answer from the old one
     */
    record Exchange(
            String heading,
            List<String> steps,
            String head,
            String body,
            Answer answer,
            List<Difference> differences) {}

    /** @param headers by their names in lower case */
    record Answer(int status, Map<String, String> headers, String body) {}

    /**
     * @param field {@code status}, {@code body}, a member of it ({@code body.use}), or the name of a header
     * @param ours as it is here
     * @param row its first cell
     */
    record Difference(String field, String ours, String row) {}

    private static final Path FILES = Path.of("src/test/resources/io/gatehouse/awsapi/recordings");
    private static final Pattern BUT = Pattern.compile("but ([^:]+): (.*) \\| (.*)");

    /** All of them, by name. */
    static List<Recording> all() {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.sorted().map(Recording::read).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Recording read(Path file) {
        try {
            var parts = Files.readString(file).split("(?m)^### ", -1);
            var exchanges = Stream.of(parts).skip(1).map(Recording::exchange).toList();
            return new Recording(file.getFileName().toString(), exchanges);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Exchange exchange(String text) {
        var lines = text.stripTrailing().split("\n", 2);
        var steps = lines[1].lines().filter(line -> line.startsWith("@ ")).map(line -> line.substring(2));
        var parts = lines[1].replaceAll("(?m)^@ .*\n", "").split("\n\n", -1);
        var answer = Stream.iterate(0, at -> at + 1)
                .filter(at -> parts[at].startsWith("HTTP/1.1 "))
                .findFirst()
                .orElseThrow();
        var rest = Stream.of(parts).skip(answer + 1).toList();
        return new Exchange(
                lines[0],
                steps.toList(),
                parts[0],
                answer > 1 ? parts[1] : "",
                new Answer(
                        Integer.parseInt(parts[answer].substring(9, 12)),
                        headers(parts[answer]),
                        rest.stream()
                                .filter(part -> !part.startsWith("but "))
                                .findFirst()
                                .orElse("")),
                rest.stream()
                        .flatMap(String::lines)
                        .filter(line -> line.startsWith("but "))
                        .map(Recording::difference)
                        .toList());
    }

    private static Difference difference(String line) {
        var parts = BUT.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no difference: " + line);
        }
        return new Difference(parts.group(1), parts.group(2), parts.group(3));
    }

    /** What stands below the first line, by names in lower case. */
    static Map<String, String> headers(String head) {
        var headers = new LinkedHashMap<String, String>();
        head.lines()
                .skip(1)
                .map(line -> line.split(": ", 2))
                .forEach(pair -> headers.put(pair[0].toLowerCase(Locale.ROOT), pair[1]));
        return headers;
    }

    @Override
    public String toString() {
        return client;
    }
}
