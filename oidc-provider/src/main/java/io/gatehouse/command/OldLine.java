package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.Digests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The line of an event of the "Virtual Waiting Room on AWS", from its tables and counters.
 *
 * @param served the number up to which no visitor is imported, 0 or more: the last number served; with
 *     tokens, the one before the first whose visitor is inside, or was called and may still come
 * @param visitors the request ids of all higher numbers, in their order, without a gap
 * @param called the progress of the first of them, in the form of {@code take_over}; the others wait
 * @param remarks irregularities, as sentences
 */
record OldLine(long served, List<String> visitors, List<Map<String, Object>> called, List<String> remarks) {

    private record Row(long number, long joined, String requestId) {}

    /**
     * The time that called numbers are kept.
     *
     * @param calls when each value of the counter was reached, in seconds
     * @param period in seconds
     */
    private record Windows(NavigableMap<Long, Long> calls, long period) {

        private static final Windows UNKNOWN = new Windows(Collections.emptyNavigableMap(), 0);

        private long last() {
            return calls.values().stream().mapToLong(Long::longValue).max().orElse(0);
        }

        /** The turn of a number without a token, with the seconds left if they are known; empty: it is over. */
        private Optional<Map<String, Object>> turn(Row row, long now) {
            var call = calls.ceilingEntry(row.number);
            if (call == null) {
                return Optional.of(TURN);
            }
            var left = Math.max(call.getValue(), row.joined) + period - now;
            var expiresIn = Math.min(LONGEST, Math.max(left, Math.min(period, MOVE)));
            return left < 0 ? Optional.empty() : Optional.of(Map.of("status", "turn", "expires_in", expiresIn));
        }
    }

    /** A token's record in the old stack, in seconds. */
    private record Token(long issued, long expires, boolean isOpen) {

        private boolean isLive(long now) {
            return isOpen && expires > now && issued < expires;
        }
    }

    private static final long MOST = 10_000_000;

    /** At most this many numbers may lack a visitor; in a long line, as many as have one. */
    private static final int FEW = 100;

    /** The minimum of seconds that a turn lasts, in which the sites' pages move. */
    private static final long MOVE = 300;

    /** The maximum of seconds that {@code take_over} accepts. */
    private static final long LONGEST = Duration.ofDays(31).toSeconds();

    private static final String SERVING = "serving_counter";
    private static final String QUEUE = "queue_counter";
    private static final String EXPIRED = "max_queue_position_expired";

    /** The counters that are read from Redis. */
    static final List<String> COUNTERS = List.of(SERVING, QUEUE, EXPIRED);

    private static final Map<String, Object> TURN = Map.of("status", "turn");
    private static final Map<String, Object> OVER = Map.of("status", "over");

    private static final Pattern REQUEST_ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    /**
     * Reads a line. If the line no longer changes, the result is always the same, so that an import can be
     * repeated and taken back: live tokens and the rest of turns count from the last join, token or call.
     * While the old stack stands still no visitor can use a turn, so no time passes.
     *
     * @param event the event id, which all rows must have
     * @param isRehearsal whether the old stack may give numbers meanwhile
     */
    static OldLine read(OldStack stack, String event, boolean isRehearsal)
            throws IOException, OldStack.UnusableException {
        var before = counter(stack.counters(), QUEUE);
        var rows = rows(stack, event);
        // The counters come last, so that no row lies beyond them if the old stack still gives numbers.
        var counters = stack.counters();
        var serving = counter(counters, SERVING);
        var given = counter(counters, QUEUE);
        if (before != given && !isRehearsal) {
            throw new OldStack.UnusableException(QUEUE + " went from " + before + " to " + given
                    + " while the table was read: stop the joins of the old stack first");
        }
        var remarks = new ArrayList<String>();
        if (Math.max(given, serving) > MOST) {
            throw new OldStack.UnusableException("a counter is above " + MOST + ": it cannot be right");
        }
        var highest = rows.stream().mapToLong(Row::number).max().orElse(0);
        if (highest > given) {
            throw new OldStack.UnusableException(QUEUE + " is " + given + ", but the table has number " + highest
                    + ": export the table and the counters again, after the joins have stopped");
        }
        var last = Math.min(Math.max(0, serving), given);
        if (last != serving) {
            remarks.add(
                    SERVING + " is " + serving + " where " + given + " numbers were given: " + last + " is taken over");
        }
        var called = called(stack, event, rows, counters.getOrDefault(EXPIRED, 0L));
        var served = LongStream.concat(
                                LongStream.of(last + 1),
                                rows.stream()
                                        .filter(row -> !called.getOrDefault(row.requestId, OVER)
                                                .equals(OVER))
                                        .mapToLong(Row::number))
                        .min()
                        .orElseThrow()
                - 1;
        var line = numbered(rows, served, remarks);
        var visitors = filled(line, served, given, seed(rows), remarks);
        var states = visitors.stream()
                .limit(last - served)
                .map(id -> called.getOrDefault(id, OVER))
                .toList();
        return new OldLine(served, visitors, states, remarks);
    }

    /** The number of called visitors with this status. */
    long count(String status) {
        return called.stream().filter(one -> status.equals(one.get("status"))).count();
    }

    private static long counter(Map<String, Long> found, String name) throws OldStack.UnusableException {
        var value = found.get(name);
        if (value == null) {
            throw new OldStack.UnusableException(
                    "there is no line with " + name + " and a whole number among the counters");
        }
        return value;
    }

    private static List<Row> rows(OldStack stack, String event) throws IOException, OldStack.UnusableException {
        var byId = new HashMap<String, Row>();
        for (var item : stack.positions()) {
            var id = item.texts().getOrDefault("request_id", "");
            var number = item.numbers().getOrDefault("queue_position", "");
            var joined = item.numbers().getOrDefault("entry_time", "0");
            if (id.isEmpty()
                    || !NUMBER.matcher(number).matches()
                    || !NUMBER.matcher(joined).matches()) {
                throw new OldStack.UnusableException(stack.name()
                        + " has a row without a request_id, a queue_position or an entry_time of DynamoDB: is it the"
                        + " table of queue positions?");
            }
            isOf(event, item, stack.name());
            var row = new Row(Long.parseLong(number), Long.parseLong(joined), id);
            var other = byId.put(id, row);
            if (other != null && !other.equals(row)) {
                throw new OldStack.UnusableException("request id " + id + " has two numbers, " + other.number + " and "
                        + row.number + ": export the table once");
            }
        }
        return List.copyOf(byId.values());
    }

    private static void isOf(String event, OldStack.Item item, String table) throws OldStack.UnusableException {
        if (!item.texts().getOrDefault("event_id", "").equals(event)) {
            throw new OldStack.UnusableException(table + " has a row of another event than " + event);
        }
    }

    /**
     * The progress, by request id, of called visitors who are inside or may still come. Empty where the table
     * of tokens is not imported.
     *
     * @param expired the number up to which the old stack refuses a first token
     */
    private static Map<String, Map<String, Object>> called(OldStack stack, String event, List<Row> rows, long expired)
            throws IOException, OldStack.UnusableException {
        var brought = stack.tokens();
        if (brought.isEmpty()) {
            return Map.of();
        }
        var tokens = new HashMap<String, Token>();
        for (var item : brought.get()) {
            var id = item.texts().getOrDefault("request_id", "");
            var numbers = Stream.of("issued_at", "expires", "session_status")
                    .map(name -> item.numbers().getOrDefault(name, ""))
                    .toList();
            if (id.isEmpty() || !numbers.stream().allMatch(number -> number.matches("-?\\d{1,11}"))) {
                throw new OldStack.UnusableException("a row of the tokens has no request_id, issued_at, expires or"
                        + " session_status of DynamoDB: is it the table of tokens?");
            }
            isOf(event, item, "the table of tokens");
            tokens.put(
                    id,
                    new Token(
                            Long.parseLong(numbers.get(0)),
                            Long.parseLong(numbers.get(1)),
                            Long.parseLong(numbers.get(2)) == 0));
        }
        var windows = windows(stack, event);
        var then = LongStream.concat(
                        LongStream.of(windows.last()),
                        LongStream.concat(
                                rows.stream().mapToLong(Row::joined),
                                tokens.values().stream().mapToLong(Token::issued)))
                .max()
                .orElse(0);
        var states = new HashMap<String, Map<String, Object>>();
        for (var row : rows) {
            var token = tokens.get(row.requestId);
            if (!REQUEST_ID.matcher(row.requestId).matches()) {
                continue;
            }
            if (token == null && row.number > expired) {
                windows.turn(row, then).ifPresent(turn -> states.put(row.requestId, turn));
            } else if (token != null && token.isLive(then)) {
                states.put(
                        row.requestId, Map.of("status", "inside", "issued_at", token.issued, "expires", token.expires));
            }
        }
        return states;
    }

    private static Windows windows(OldStack stack, String event) throws IOException, OldStack.UnusableException {
        var expiry = stack.expiry();
        if (expiry.isEmpty()) {
            return Windows.UNKNOWN;
        }
        var calls = new TreeMap<Long, Long>();
        for (var item : stack.serving(expiry.get())) {
            var counter = item.numbers().getOrDefault(SERVING, "");
            var moment = item.numbers().getOrDefault("issue_time", "");
            if (!counter.matches("-?\\d{1,15}") || !moment.matches("\\d{1,11}")) {
                throw new OldStack.UnusableException(
                        "a row of the serving counters has no serving_counter or issue_time"
                                + " of DynamoDB: is it the table of serving counters?");
            }
            isOf(event, item, "the table of serving counters");
            calls.put(Long.parseLong(counter), Long.parseLong(moment));
        }
        return new Windows(calls, expiry.get().period());
    }

    /** The old stack sometimes gave a number twice: the later visitor gets the next free number. */
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
     * A number without a visitor gets an unused request id. A repetition with the same export gets the same
     * one; its calculation needs the request ids of all visitors.
     */
    private static List<String> filled(
            TreeMap<Long, String> line, long served, long given, byte[] seed, List<String> remarks)
            throws OldStack.UnusableException {
        var last = line.isEmpty() ? given : Math.max(given, line.lastKey());
        var missing = last - served - line.size();
        if (missing > Math.max(FEW, line.size())) {
            throw new OldStack.UnusableException(
                    missing + " of the " + (last - served) + " numbers have no row: the export is not whole");
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
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            rows.stream()
                    .map(Row::requestId)
                    .sorted()
                    .forEach(id -> digest.update(ByteBuffer.allocate(Integer.BYTES + id.getBytes(UTF_8).length)
                            .putInt(id.length())
                            .put(id.getBytes(UTF_8))
                            .flip()));
            return digest.digest();
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException(never);
        }
    }

    private static String filler(byte[] seed, long number) {
        var filled = ByteBuffer.allocate(seed.length + Long.BYTES).put(seed).putLong(number);
        var bytes = ByteBuffer.wrap(Digests.sha256(filled.array()));
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }
}
