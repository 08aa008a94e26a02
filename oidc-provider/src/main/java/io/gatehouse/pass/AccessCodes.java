package io.gatehouse.pass;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.value.ExpiringStore;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Access codes: 8 to 32 letters and digits that a visitor types, however they are written. An operator imports their
 * digests; the codes themselves we never keep.
 *
 * <pre>
 * key     code:{room}:{SHA-256 of the code in capitals, with nothing between, in hexadecimal digits}
 * value   its end in milliseconds, 8 bytes; behind it, once it has been used, the place id, 16 bytes
 * until   its end
 * </pre>
 */
final class AccessCodes {

    private static final Pattern FORM = Pattern.compile("[A-Z0-9]{8,32}");

    /** Nobody types more, whatever stands between the letters. */
    private static final int LONGEST = 80;

    private static final int END_BYTES = 8;

    private final ExpiringStore store;

    AccessCodes(ExpiringStore store) {
        this.store = store;
    }

    /** Reads what was typed, in any case and with blanks and hyphens between; empty when it cannot be one. */
    static Optional<String> read(String typed) {
        return Optional.of(typed)
                .filter(text -> text.length() <= LONGEST)
                .map(text -> text.toUpperCase(Locale.ROOT).replaceAll("[\\s-]", ""))
                .filter(AccessCodes::isOne);
    }

    static boolean isOne(String text) {
        return FORM.matcher(text).matches();
    }

    static String key(RoomId room, String code) {
        return listed(room, HexFormat.of().formatHex(Digests.sha256(code.getBytes(US_ASCII))));
    }

    private static String listed(RoomId room, String digest) {
        return "code:" + room + ":" + digest;
    }

    /** When the code ends; empty when it is not in the list, or not any more. */
    Optional<Instant> ends(RoomId room, String code, Instant now) {
        return store.get(key(room, code), now)
                .map(value -> Instant.ofEpochMilli(ByteBuffer.wrap(value).getLong()));
    }

    /** How many of them were not there. */
    int add(RoomId room, Map<String, Instant> digests, Instant now) {
        return Math.toIntExact(digests.entrySet().stream()
                .filter(code -> store.replace(
                        listed(room, code.getKey()), Optional.empty(), free(code.getValue()), code.getValue(), now))
                .count());
    }

    private static byte[] free(Instant until) {
        return ByteBuffer.allocate(END_BYTES).putLong(until.toEpochMilli()).array();
    }

    /** The place that a kept code belongs to; empty while nobody has used it. */
    static Optional<PlaceId> holder(byte[] value) {
        return value.length == END_BYTES
                ? Optional.empty()
                : Optional.of(PlaceId.of(Arrays.copyOfRange(value, END_BYTES, value.length)));
    }

    static byte[] held(Instant until, PlaceId place) {
        var id = place.bytes();
        return ByteBuffer.allocate(END_BYTES + id.length)
                .putLong(until.toEpochMilli())
                .put(id)
                .array();
    }
}
