package io.gatehouse.pass;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.value.ExpiringStore;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Access codes: 8 to 32 letters and digits that a visitor types, however they are written. An operator
 * imports their digests, in lists; the codes themselves we never keep.
 *
 * <pre>
 * key     code:{room}:{SHA-256 of the code in capitals, with nothing between, in hexadecimal digits}
 * value   its end in milliseconds, 8 bytes; the number of its list, 4 bytes; once it has been used,
 *         the place id, 16 bytes
 * until   its end
 * </pre>
 *
 * A code whose list is not there any more ({@link CodeLists}) is none. Its entry stays, so that a code which
 * has been used is known as that when its list is imported once more.
 */
final class AccessCodes {

    private static final Pattern FORM = Pattern.compile("[A-Z0-9]{8,32}");

    /** A longer input is no code, with or without separators. */
    private static final int LONGEST = 80;

    private static final int PLACE_BYTES = 16;
    private static final int TRIES = 10;

    /**
     * The stored part of a code.
     *
     * @param list the number of the list that it is in
     * @param holder the place that it belongs to; empty before its first use
     */
    record Kept(Instant until, int list, Optional<PlaceId> holder) {

        static Kept read(byte[] value) {
            var bytes = ByteBuffer.wrap(value);
            var until = Instant.ofEpochMilli(bytes.getLong());
            var list = bytes.getInt();
            var place = new byte[bytes.remaining()];
            bytes.get(place);
            return new Kept(until, list, place.length == 0 ? Optional.empty() : Optional.of(PlaceId.of(place)));
        }

        byte[] bytes() {
            var bytes = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + (holder.isPresent() ? PLACE_BYTES : 0));
            bytes.putLong(until.toEpochMilli()).putInt(list);
            holder.ifPresent(place -> bytes.put(place.bytes()));
            return bytes.array();
        }

        Kept heldBy(PlaceId place) {
            return new Kept(until, list, Optional.of(place));
        }
    }

    private final ExpiringStore store;
    private final CodeLists lists;
    private final Clock clock;

    AccessCodes(ExpiringStore store, CodeLists lists, Clock clock) {
        this.store = store;
        this.lists = lists;
        this.clock = clock;
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

    /** The digest of a code, which names it without revealing it. */
    static String digest(String code) {
        return Digests.hex(code.getBytes(US_ASCII));
    }

    static String key(RoomId room, String code) {
        return listed(room, digest(code));
    }

    private static String listed(RoomId room, String digest) {
        return "code:" + room + ":" + digest;
    }

    /** When the code ends; empty when it is in no list, or not any more. */
    Optional<Instant> ends(RoomId room, String code) {
        return store.get(key(room, code), clock.instant())
                .map(Kept::read)
                .filter(kept -> lists.isThere(room, kept.list))
                .map(Kept::until);
    }

    /** Puts codes into a list; how many of them were in none. */
    int add(RoomId room, CodeList list, Map<String, Instant> digests) {
        return Math.toIntExact(digests.entrySet().stream()
                .filter(code -> isAdded(listed(room, code.getKey()), room, list.number(), code.getValue()))
                .count());
    }

    private boolean isAdded(String key, RoomId room, int list, Instant until) {
        for (int tried = 0; tried < TRIES; tried++) {
            var now = clock.instant();
            var before = store.get(key, now);
            var kept = before.map(Kept::read);
            if (kept.filter(known -> lists.isThere(room, known.list)).isPresent()) {
                return false;
            }
            var next = new Kept(until, list, kept.flatMap(Kept::holder));
            if (store.replace(key, before, next.bytes(), until, now)) {
                return true;
            }
        }
        return false;
    }

    /** Takes one code out of its list, and forgets who has used it; what was kept of it. Empty when it was in none. */
    Optional<Kept> takeBack(RoomId room, String digest) {
        var now = clock.instant();
        var key = listed(room, digest);
        return store.get(key, now)
                .map(Kept::read)
                .filter(kept -> lists.isThere(room, kept.list))
                .filter(kept -> store.remove(key, now));
    }
}
