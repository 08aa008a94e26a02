package io.gatehouse.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.Digests;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.TreeMap;

/**
 * One entry of a ledger. It is written as one line of canonical JSON (RFC 8785); the hash of an entry is
 * SHA-256 over that line in UTF-8, without its line feed, and the next entry says it.
 *
 * @param seq its number in the ledger of its room, from 1 without a gap
 * @param previous the hash of the entry before it, 64 hexadecimal digits; zeros in the first one
 * @param at when it was written, by the clock of the node that did
 * @param kind what it tells of: a word of {@code docs/operate/ledger.md}
 * @param data what it tells: texts, whole numbers, truth values, lists and maps of these
 */
public record LedgerEntry(long seq, String previous, Instant at, String kind, Map<String, Object> data) {

    /** The first entry has this instead of a hash. */
    static final String NOTHING = "0".repeat(64);

    public LedgerEntry {
        data = Map.copyOf(data);
    }

    /** The line that it is kept and exported as. */
    public String line() {
        return CanonicalJson.write(
                Map.of("seq", seq, "previous", previous, "at", at.toString(), "kind", kind, "data", data));
    }

    /** The entry that a line is; {@link IllegalArgumentException} says what is wrong with one that is none. */
    @SuppressWarnings("unchecked")
    public static LedgerEntry parse(String line) {
        var members = CanonicalJson.read(line);
        if (members.size() == 5
                && members.get("seq") instanceof Number seq
                && members.get("previous") instanceof String previous
                && members.get("at") instanceof String at
                && members.get("kind") instanceof String kind
                && members.get("data") instanceof Map<?, ?> data) {
            try {
                return new LedgerEntry(seq.longValue(), previous, Instant.parse(at), kind, (Map<String, Object>) data);
            } catch (DateTimeParseException | NullPointerException unusable) {
                throw new IllegalArgumentException("its members are not those of an entry", unusable);
            }
        }
        throw new IllegalArgumentException("its members are not those of an entry");
    }

    /** The hash of the entry that this line is. */
    static String hash(String line) {
        return Digests.hex(line.getBytes(UTF_8));
    }

    /** A whole number of its data; {@link IllegalArgumentException} when it has none of this name. */
    long number(String name) {
        if (data.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException(name + " must be a whole number, was " + data.get(name));
    }

    /** A text of its data; {@link IllegalArgumentException} when it has none of this name. */
    String text(String name) {
        if (data.get(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(name + " must be a text, was " + data.get(name));
    }

    /** Ranges of positions in its data; none when they are not there. */
    Ranges ranges(String name) {
        var list = data.get(name);
        return list == null ? new Ranges() : Ranges.read(list);
    }

    /** Named ranges of positions in its data. */
    Map<String, Ranges> rangesByName(String name) {
        var ranges = new TreeMap<String, Ranges>();
        if (data.get(name) instanceof Map<?, ?> named) {
            named.forEach((key, list) -> ranges.put(String.valueOf(key), Ranges.read(list)));
        }
        return ranges;
    }
}
