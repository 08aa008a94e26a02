package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The state of the old stack, read from its exports.
 *
 * @param file the table of queue positions: the answer of {@code aws dynamodb scan}, a file of an export to
 *     S3 in DynamoDB JSON, or the folder of such an export
 * @param counted a text with the name and value of a counter in each line
 * @param issued the table of tokens, in one of these forms; empty: called visitors are not imported
 * @param expiry names a table in one of these forms
 * @param secret the answer of {@code aws secretsmanager get-secret-value}, or only the key in it
 */
record OldExports(Path file, Path counted, Optional<Path> issued, Optional<Expiry> expiry, Optional<Path> secret)
        implements OldStack {

    private static final Pattern COUNTER = Pattern.compile("\\s*\"?(\\w+)\"?[\\s=:,]+\"?(-?\\d{1,15})\"?\\s*,?\\s*");

    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    public List<Item> positions() throws IOException, UnusableException {
        return table(file);
    }

    @Override
    public Optional<List<Item>> tokens() throws IOException, UnusableException {
        return issued.isPresent() ? Optional.of(table(issued.get())) : Optional.empty();
    }

    @Override
    public List<Item> serving(Expiry expiry) throws IOException, UnusableException {
        return table(Path.of(expiry.table()));
    }

    @Override
    public Optional<String> key() throws IOException {
        if (secret.isEmpty()) {
            return Optional.empty();
        }
        var text = Files.readString(secret.get(), ISO_8859_1);
        try {
            return Optional.of(JSON.readTree(text).path("SecretString").asString(text));
        } catch (JacksonException noJson) {
            return Optional.of(text);
        }
    }

    @Override
    public Map<String, Long> counters() throws IOException, UnusableException {
        var found = new HashMap<String, Long>();
        try (var lines = Files.lines(counted, ISO_8859_1)) {
            for (var line : (Iterable<String>) lines::iterator) {
                var match = COUNTER.matcher(line);
                if (match.matches()) {
                    var value = Long.parseLong(match.group(2));
                    var other = found.put(match.group(1), value);
                    if (other != null && other != value) {
                        throw new UnusableException(counted + " has two values of " + match.group(1));
                    }
                }
            }
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        return found;
    }

    private static List<Item> table(Path table) throws IOException, UnusableException {
        var all = new ArrayList<Item>();
        for (var file : files(table)) {
            try (var in = opened(file);
                    var values = JSON.readerFor(JsonNode.class).<JsonNode>readValues(in)) {
                while (values.hasNextValue()) {
                    for (var item : items(file, values.nextValue())) {
                        all.add(item(item));
                    }
                }
            } catch (JacksonException unreadable) {
                throw new UnusableException(file + " is no whole export of a table in DynamoDB JSON");
            }
        }
        var exported = exported(table);
        if (exported.isPresent() && exported.getAsLong() != all.size()) {
            throw new UnusableException(table + " has " + all.size() + " rows of " + exported.getAsLong());
        }
        return all;
    }

    private static Item item(JsonNode item) {
        var texts = new HashMap<String, String>();
        var numbers = new HashMap<String, String>();
        item.properties().forEach(one -> {
            one.getValue().path("S").stringValueOpt().ifPresent(text -> texts.put(one.getKey(), text));
            one.getValue().path("N").stringValueOpt().ifPresent(text -> numbers.put(one.getKey(), text));
        });
        return new Item(texts, numbers);
    }

    /** The number of rows of an export to S3, by its manifest; empty where there is none. */
    private static OptionalLong exported(Path positions) throws IOException, UnusableException {
        try (var all = Files.walk(positions)) {
            var manifest =
                    all.filter(file -> file.endsWith("manifest-summary.json")).findFirst();
            return manifest.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(JSON.readTree(Files.readString(manifest.get()))
                            .path("itemCount")
                            .asLong(-1));
        } catch (JacksonException unreadable) {
            throw new UnusableException("manifest-summary.json of " + positions + " is not whole");
        }
    }

    private static List<Path> files(Path positions) throws IOException, UnusableException {
        if (!Files.isDirectory(positions)) {
            return List.of(positions);
        }
        try (var all = Files.walk(positions)) {
            var files = all.filter(Files::isRegularFile)
                    .filter(file -> isData(String.valueOf(file.getFileName())))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new UnusableException(positions + " has no .json or .json.gz file of a table");
            }
            return files;
        }
    }

    private static boolean isData(String name) {
        return (name.endsWith(".json") || name.endsWith(".json.gz")) && !name.startsWith("manifest");
    }

    private static InputStream opened(Path file) throws IOException {
        var in = new BufferedInputStream(Files.newInputStream(file));
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    }

    private static Iterable<JsonNode> items(Path file, JsonNode value) throws UnusableException {
        if (value.path("Item").isObject()) {
            return List.of(value.path("Item"));
        }
        if (!value.path("Items").isArray()) {
            throw new UnusableException(file + " has neither Items, as a scan, nor Item, as an export to S3");
        }
        if (value.hasNonNull("NextToken") || value.hasNonNull("LastEvaluatedKey")) {
            throw new UnusableException(
                    file + " is the first part of a scan: scan without --max-items and --no-paginate");
        }
        var items = value.path("Items");
        if (value.path("Count").asLong(items.size()) != items.size()) {
            throw new UnusableException(file + " has " + items.size() + " rows of "
                    + value.path("Count").asLong());
        }
        return items;
    }
}
