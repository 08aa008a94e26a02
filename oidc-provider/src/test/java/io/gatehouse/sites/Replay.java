package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.convert.DurationStyle;

/**
 * What a relying party that cannot be had here sends, byte for byte but for what each login has of its own,
 * from a file under {@code replays}: comments, settings of its site ({@code @ preset=kong}), how long is too
 * long for it ({@code @late}), the state as it is before it is encoded ({@code @state}), then its requests,
 * each under a heading.
 *
 * @param name the party's, of its site here, and its client id
 * @param settings of its site, each {@code name=value}
 * @param late longer than it waits for its visitor; where nothing limits it, longer than our fresh limit for
 *     it
 * @param state that it must get back
 * @param requests by their headings, in order
 */
record Replay(String name, List<String> settings, Duration late, String state, Map<String, String> requests) {

    private static final Path FILES = Path.of("src/test/resources/io/gatehouse/sites/replays");

    /** All of them, by name. */
    static List<Replay> all() {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.sorted().map(Replay::read).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static Replay of(String name) {
        return read(FILES.resolve(name + ".http"));
    }

    private static Replay read(Path file) {
        var settings = new ArrayList<String>();
        var says = new LinkedHashMap<String, String>();
        var requests = new LinkedHashMap<String, String>();
        try {
            var parts = Files.readString(file).split("(?m)^### ", -1);
            parts[0].lines().filter(line -> line.startsWith("@")).forEach(line -> {
                var words = line.split(" ", 2);
                if (words[0].equals("@")) {
                    settings.add(words[1]);
                } else {
                    says.put(words[0].substring(1), words[1]);
                }
            });
            Stream.of(parts).skip(1).forEach(part -> {
                var lines = part.split("\n", 2);
                requests.put(lines[0], lines[1]);
            });
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new Replay(
                file.getFileName().toString().replace(".http", ""),
                settings,
                DurationStyle.detectAndParse(says.getOrDefault("late", "")),
                says.getOrDefault("state", ""),
                requests);
    }

    /** The same party as another client of ours. */
    Replay as(String client) {
        var renamed = new LinkedHashMap<String, String>();
        requests.forEach((heading, request) ->
                renamed.put(heading, request.replaceAll("client_id=" + name + "(?=[& ])", "client_id=" + client)));
        return new Replay(client, settings, late, state, renamed);
    }

    /** Gatehouse's settings for its site. */
    Stream<String> gatehouse(String... more) {
        return Stream.concat(
                        Stream.of("room=shop", "secret=a-secret-of-more-than-16-characters"),
                        Stream.concat(settings.stream(), Stream.of(more)))
                .map(setting -> "gatehouse.sites." + name + "." + setting);
    }

    /** The value of one of its settings. */
    String setting(String name) {
        return settings.stream()
                .filter(setting -> setting.startsWith(name + "="))
                .map(setting -> setting.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    /** A parameter of its authorization request, as it stands there. */
    String parameter(String name) {
        var line = requests.getOrDefault("authorize", "").lines().findFirst().orElse("");
        return Stream.of(line.split("[?& ]", -1))
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    boolean has(String heading) {
        return requests.containsKey(heading);
    }

    /** One of its requests, with what this login has of its own; a line whose own is empty is left out. */
    byte[] request(String heading, Map<String, String> own) {
        var parts = (requests.getOrDefault(heading, "").stripTrailing() + "\n\n").split("\n\n", 2);
        var body = fill(parts[1].strip(), own);
        var values = new LinkedHashMap<>(own);
        values.put("length", String.valueOf(body.length()));
        var head = new StringBuilder();
        parts[0].lines()
                .filter(line -> own.entrySet().stream()
                        .noneMatch(value -> value.getValue().isEmpty() && line.contains("{" + value.getKey() + "}")))
                .forEach(line -> head.append(fill(line, values)).append("\r\n"));
        return (head + "\r\n" + body).getBytes(UTF_8);
    }

    private static String fill(String text, Map<String, String> values) {
        var filled = text;
        for (var value : values.entrySet()) {
            filled = filled.replace("{" + value.getKey() + "}", value.getValue());
        }
        return filled;
    }

    @Override
    public String toString() {
        return name;
    }
}
