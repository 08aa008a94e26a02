package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The line of an event of the "Virtual Waiting Room on AWS", as its exports have it: the table of queue
 * positions, and the counters of Redis.
 *
 * @param served the last number that has been served, 0 or more
 * @param waiting the request ids of all higher numbers, in their order, without a gap
 * @param remarks what is otherwise than it should be, as sentences
 */
record OldLine(long served, List<String> waiting, List<String> remarks) {

    /** What is wrong with an export, as a sentence for its reader. */
    static final class UnusableException extends Exception {

        private static final long serialVersionUID = 1L;

        UnusableException(String sentence) {
            super(sentence);
        }
    }

    private record Row(long number, long joined, String requestId) {}

    private record Counters(long serving, long queue) {}

    private static final long MOST = 10_000_000;

    /** So many numbers may lack a visitor in a small line; in a long one, as many as have a visitor. */
    private static final int FEW = 100;

    private static final String SERVING = "serving_counter";
    private static final String QUEUE = "queue_counter";

    private static final Pattern COUNTER =
            Pattern.compile("\\s*\"?(" + SERVING + "|" + QUEUE + ")\"?[\\s=:,]+\"?(-?\\d{1,15})\"?\\s*,?\\s*");

    private static final Pattern REQUEST_ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    private static final JsonMapper JSON = new JsonMapper();

    /**
     * Reads a line from its exports.
     *
     * @param positions the answer of {@code aws dynamodb scan}, a file of an export to S3 in DynamoDB JSON,
     *     or the folder of such an export
     * @param counters a text with a counter in each line, name and value
     * @param event the event id, which all rows must have
     */
    static OldLine read(Path positions, Path counters, String event) throws IOException, UnusableException {
        var counted = counters(counters);
        var rows = rows(positions, event);
        var remarks = new ArrayList<String>();
        var given = counted.queue;
        if (Math.max(given, counted.serving) > MOST) {
            throw new UnusableException("a counter of " + counters + " is above " + MOST + ": it cannot be right");
        }
        var highest = rows.stream().mapToLong(Row::number).max().orElse(0);
        if (highest > given) {
            throw new UnusableException(QUEUE + " is " + given + ", but the table has number " + highest
                    + ": export the table and the counters again, after the joins have stopped");
        }
        var served = Math.min(Math.max(0, counted.serving), given);
        if (served != counted.serving) {
            remarks.add(SERVING + " is " + counted.serving + " where " + given + " numbers were given: " + served
                    + " is taken over");
        }
        var line = numbered(rows, served, remarks);
        return new OldLine(served, filled(line, served, given, seed(rows), remarks), remarks);
    }

    private static Counters counters(Path file) throws IOException, UnusableException {
        var found = new HashMap<String, Long>();
        try (var lines = Files.lines(file, ISO_8859_1)) {
            for (var line : (Iterable<String>) lines::iterator) {
                var match = COUNTER.matcher(line);
                if (match.matches()) {
                    var value = Long.parseLong(match.group(2));
                    var other = found.put(match.group(1), value);
                    if (other != null && other != value) {
                        throw new UnusableException(file + " has two values of " + match.group(1));
                    }
                }
            }
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        return new Counters(counter(file, found, SERVING), counter(file, found, QUEUE));
    }

    private static long counter(Path file, Map<String, Long> found, String name) throws UnusableException {
        var value = found.get(name);
        if (value == null) {
            throw new UnusableException(file + " has no line with " + name + " and a whole number");
        }
        return value;
    }

    private static List<Row> rows(Path positions, String event) throws IOException, UnusableException {
        var byId = new HashMap<String, Row>();
        var read = 0L;
        for (var file : files(positions)) {
            try (var in = opened(file);
                    var values = JSON.readerFor(JsonNode.class).<JsonNode>readValues(in)) {
                while (values.hasNextValue()) {
                    for (var item : items(file, values.nextValue())) {
                        var row = row(file, item, event);
                        read++;
                        var other = byId.put(row.requestId, row);
                        if (other != null && !other.equals(row)) {
                            throw new UnusableException("request id " + row.requestId + " has two numbers, "
                                    + other.number + " and " + row.number + ": export the table once");
                        }
                    }
                }
            } catch (JacksonException unreadable) {
                throw new UnusableException(file + " is no whole export of a table in DynamoDB JSON");
            }
        }
        var exported = exported(positions);
        if (exported.isPresent() && exported.getAsLong() != read) {
            throw new UnusableException(positions + " has " + read + " rows of " + exported.getAsLong());
        }
        return List.copyOf(byId.values());
    }

    /** How many rows an export to S3 has by its manifest; empty where there is none. */
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

    private static Row row(Path file, JsonNode item, String event) throws UnusableException {
        var id = item.path("request_id").path("S").asString("");
        var number = item.path("queue_position").path("N").asString("");
        var joined = item.path("entry_time").path("N").asString("0");
        var owner = item.path("event_id").path("S").asString("");
        if (id.isEmpty()
                || !NUMBER.matcher(number).matches()
                || !NUMBER.matcher(joined).matches()) {
            throw new UnusableException(
                    file + " has a row without a request_id, a queue_position or an entry_time of DynamoDB: is it the"
                            + " table of queue positions?");
        }
        if (!owner.equals(event)) {
            throw new UnusableException(file + " has a row of another event than " + event);
        }
        return new Row(Long.parseLong(number), Long.parseLong(joined), id);
    }

    /** The old stack gave a number twice at times: the later visitor gets the next number without a visitor. */
    private static TreeMap<Long, String> numbered(List<Row> rows, long served, List<String> remarks) {
        var line = new TreeMap<Long, String>();
        var later = new ArrayList<Row>();
        var unusable = 0;
        var sorted = rows.stream()
                .filter(row -> row.number > served)
                .sorted(Comparator.comparingLong(Row::number)
                        .thenComparingLong(Row::joined)
                        .thenComparing(Row::requestId))
                .toList();
        for (var row : sorted) {
            if (!REQUEST_ID.matcher(row.requestId).matches()) {
                unusable++;
            } else if (line.putIfAbsent(row.number, row.requestId) != null) {
                later.add(row);
            }
        }
        var free = served;
        for (var row : later) {
            free = Math.max(free, row.number);
            while (line.containsKey(free)) {
                free++;
            }
            line.put(free, row.requestId);
            remarks.add("number " + row.number + " was given twice: request id " + row.requestId + " gets " + free);
        }
        if (unusable > 0) {
            remarks.add(unusable + " rows have no request id of the API Gateway: they are left out");
        }
        return line;
    }

    /**
     * A number that has no visitor gets a request id that no visitor has. A repetition with the same export
     * has the same; to calculate it takes the request ids of all visitors.
     */
    private static List<String> filled(
            TreeMap<Long, String> line, long served, long given, byte[] seed, List<String> remarks)
            throws UnusableException {
        var last = line.isEmpty() ? given : Math.max(given, line.lastKey());
        var missing = last - served - line.size();
        if (missing > Math.max(FEW, line.size())) {
            throw new UnusableException(
                    missing + " of the " + (last - served) + " numbers that wait have no row: the export is not whole");
        }
        if (missing > 0) {
            remarks.add(missing + " numbers have no visitor: their turns will lapse");
        }
        var waiting = new ArrayList<String>();
        for (var number = served + 1; number <= last; number++) {
            var known = line.get(number);
            waiting.add(known == null ? filler(seed, number) : known);
        }
        return waiting;
    }

    private static byte[] seed(List<Row> rows) {
        var digest = sha256();
        rows.stream()
                .map(Row::requestId)
                .sorted()
                .forEach(id -> digest.update(ByteBuffer.allocate(Integer.BYTES + id.getBytes(UTF_8).length)
                        .putInt(id.length())
                        .put(id.getBytes(UTF_8))
                        .flip()));
        return digest.digest();
    }

    private static String filler(byte[] seed, long number) {
        var digest = sha256();
        digest.update(seed);
        var bytes = ByteBuffer.wrap(
                digest.digest(ByteBuffer.allocate(Long.BYTES).putLong(number).array()));
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException(never);
        }
    }
}
