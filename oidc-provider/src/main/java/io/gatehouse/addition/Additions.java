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
 * What operators have added of one kind. All of it lies in one value of the store:
 *
 * <pre>
 * additions/rooms      {@link Seal sealed}: by name {"settings": {"rate": "200/1m", "title": "Expo"}, "retired": false}
 * additions/sites      the same
 * additions/aws-keys   the same by access key id
 * additions/operators  the same, with an {@link AddedOperator}
 * additions/api-clients  the same by client id, with an {@link AddedClient}
 * </pre>
 *
 * Each node reads it once a tick, and uses it anew when it has changed. A change compares and sets: of
 * two that change one of the names at once, one succeeds; of two that change different ones, both.
 */
public final class Additions {

    /** The maximum: each node reads all additions once a tick, and rebuilds all after a change. */
    public static final int MOST = 100;

    /** Bytes of all together; a store has room for 400 KB in a value. */
    public static final int LONGEST = 150_000;

    private static final int MOST_TRIES = 10;

    /** What is kept, and the bytes that it was read from. */
    @SuppressWarnings("ArrayRecordComponent") // compared by the store only
    private record Found(byte[] bytes, Map<String, Addition> all) {}

    private final String key;
    private final ExpiringStore store;
    private final Seal seal;
    private final Clock clock;
    private final Predicate<Map<String, Addition>> use;
    private final ReentrantLock reading = new ReentrantLock();
    private byte[] last = {};

    /** @param use takes what is kept, by name; false when it is to be tried again with a later look */
    Additions(String kind, ExpiringStore store, MasterKey master, Clock clock, Predicate<Map<String, Addition>> use) {
        this.key = "additions/" + kind;
        this.store = store;
        this.seal = new Seal(master, "additions");
        this.clock = clock;
        this.use = use;
    }

    /** What is kept now under this name. */
    public Optional<Addition> find(String name) {
        return Optional.ofNullable(all().get(name));
    }

    /** All that is kept now, by name. */
    public Map<String, Addition> all() {
        return read(now()).map(Found::all).orElse(Map.of());
    }

    /** Whether there is no room for this, in place of what is there under the name. */
    public boolean isFull(String name, Addition next) {
        var all = with(all(), name, Optional.of(next));
        return all.size() > MOST || sealed(all).length > LONGEST;
    }

    /**
     * Puts this in place of what was expected, and has this node use it at once; false when something else is
     * there by now, or something where nothing was expected. Other nodes follow within a tick.
     */
    public boolean replace(String name, Optional<Addition> expected, Addition next) {
        return replace(name, expected, Optional.of(next), all -> true);
    }

    /**
     * Takes out what was expected under this name, and has this node forget it at once; false when something
     * else is there by now.
     */
    public boolean remove(String name, Addition expected) {
        return replace(name, Optional.of(expected), Optional.empty(), all -> true);
    }

    /**
     * The same, if all that is kept then is as it must be: this holds also where others are changed at the
     * same moment. Empty takes out what was expected.
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

    /** Has this node use what is kept now; or what it uses already, where that was sealed under another master key. */
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

    /** Those of an object of JSON; of anything else, none. */
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

    /** All of these with this in place of what has the name; empty takes that out. */
    public static Map<String, Addition> with(Map<String, Addition> all, String name, Optional<Addition> next) {
        var after = new TreeMap<>(all);
        after.remove(name);
        next.ifPresent(one -> after.put(name, one));
        return after;
    }
}
