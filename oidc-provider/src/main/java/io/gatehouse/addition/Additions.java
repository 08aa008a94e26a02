package io.gatehouse.addition;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All additions of one kind. They are one value of the store:
 *
 * <pre>
 * additions/rooms      {@link Seal sealed}: by name {"settings": {"rate": "200/1m", "title": "Expo"}, "retired": false}
 * additions/sites      the same
 * additions/aws-keys   the same by access key id
 * additions/operators  the same, with an {@link AddedOperator}
 * additions/api-clients  the same by client id, with an {@link AddedClient}
 * </pre>
 *
 * Each node reads the value once a tick, and applies it after a change. A change compares and sets: of two
 * simultaneous changes of one name one succeeds; of different names, both.
 */
public final class Additions {

    /** The maximum: each node reads all additions once a tick, and rebuilds all after a change. */
    public static final int MOST = 100;

    /** The maximum of all together, in bytes; a value of the store has room for 400 KB. */
    public static final int LONGEST = 150_000;

    private static final int MOST_TRIES = 10;

    /** The additions, and the bytes that they were read from. */
    @SuppressWarnings("ArrayRecordComponent") // compared by the store only
    private record Found(byte[] bytes, Map<String, Addition> all) {}

    private final String key;
    private final ExpiringStore store;
    private final Seal seal;
    private final Clock clock;
    private final Predicate<Map<String, Addition>> use;
    private final ReentrantLock reading = new ReentrantLock();
    private byte[] last = {};

    /** @param use applies the additions, by name; false when it must be tried again */
    Additions(String kind, ExpiringStore store, MasterKey master, Clock clock, Predicate<Map<String, Addition>> use) {
        this.key = "additions/" + kind;
        this.store = store;
        this.seal = new Seal(master, "additions");
        this.clock = clock;
        this.use = use;
    }

    /** The addition now kept under this name. */
    public Optional<Addition> find(String name) {
        return Optional.ofNullable(all().get(name));
    }

    /** All additions now kept, by name. */
    public Map<String, Addition> all() {
        return read(now()).map(Found::all).orElse(Map.of());
    }

    /** Whether the store has no room for this addition in place of the one of that name. */
    public boolean isFull(String name, Addition next) {
        var all = with(all(), name, Optional.of(next));
        return all.size() > MOST || sealed(all).length > LONGEST;
    }

    /**
     * Replaces the expected addition, and has this node use the new one at once; false when the stored one is
     * not the expected one. Other nodes follow within a tick.
     */
    public boolean replace(String name, Optional<Addition> expected, Addition next) {
        return replace(name, expected, Optional.of(next), all -> true);
    }

    /** Removes the expected addition, and has this node forget it at once; false when another one is stored. */
    public boolean remove(String name, Addition expected) {
        return replace(name, Optional.of(expected), Optional.empty(), all -> true);
    }

    /**
     * Replaces the expected addition, if all additions then fulfil the condition, even if others change at
     * the same moment. Empty removes the expected one.
     */
    public boolean replace(
            String name,
            Optional<Addition> expected,
            Optional<Addition> next,
            Predicate<Map<String, Addition>> mustHold) {
        for (var tries = 0; tries < MOST_TRIES; tries++) {
            var now = now();
            var found = read(now);
            var before = found.map(Found::all).orElse(Map.of());
            if (!Optional.ofNullable(before.get(name)).equals(expected)) {
                return false;
            }
            var after = with(before, name, next);
            if (!mustHold.test(after)) {
                return false;
            }
            var bytes = sealed(after);
            if (store.replace(key, found.map(Found::bytes), bytes, ExpiringStore.FOREVER, now)) {
                refresh();
                return true;
            }
        }
        return false;
    }

    /** Has this node use the stored additions; it keeps its present ones if another master key sealed them. */
    public void refresh() {
        reading.lock();
        try {
            store.get(key, now())
                    .filter(bytes -> !Arrays.equals(bytes, last))
                    .flatMap(this::open)
                    .filter(found -> use.test(found.all()))
                    .ifPresent(found -> last = found.bytes());
        } finally {
            reading.unlock();
        }
    }

    private Instant now() {
        return clock.instant();
    }

    private Optional<Found> read(Instant now) {
        return store.get(key, now).flatMap(this::open);
    }

    private Optional<Found> open(byte[] bytes) {
        return seal.open(bytes).map(all -> new Found(bytes, additions(all)));
    }

    private static Map<String, Addition> additions(Map<String, Object> sealed) {
        var all = new TreeMap<String, Addition>();
        sealed.forEach((name, one) -> all.put(name, addition(members(one))));
        return all;
    }

    private static Addition addition(Map<String, Object> members) {
        var settings = new TreeMap<String, String>();
        members(members.get("settings")).forEach((name, value) -> settings.put(name, String.valueOf(value)));
        return new Addition(settings, Boolean.TRUE.equals(members.get("retired")));
    }

    /** The members of a JSON object; none of anything else. */
    private static Map<String, Object> members(@Nullable Object object) {
        var members = new TreeMap<String, Object>();
        if (object instanceof Map<?, ?> map) {
            map.forEach((name, value) -> members.put(String.valueOf(name), value));
        }
        return members;
    }

    private byte[] sealed(Map<String, Addition> all) {
        var value = new TreeMap<String, Object>();
        all.forEach((name, one) -> value.put(name, Map.of("settings", one.settings(), "retired", one.retired())));
        return seal.seal(value);
    }

    /** All of these with another addition under the name; empty removes it. */
    public static Map<String, Addition> with(Map<String, Addition> all, String name, Optional<Addition> next) {
        var after = new TreeMap<>(all);
        after.remove(name);
        next.ifPresent(one -> after.put(name, one));
        return after;
    }
}
