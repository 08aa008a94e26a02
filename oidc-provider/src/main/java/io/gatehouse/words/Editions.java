package io.gatehouse.words;

import io.gatehouse.room.RoomId;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredJson;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The stored words of rooms: each edit makes a new document in the store, which never changes. The room's
 * settings name the one that counts, and nodes read them each tick anyway. So nodes read a document only
 * after a change, the settings resolve simultaneous edits, and caches may keep a document under its name.
 */
public final class Editions {

    private static final StoredJson<Words> JSON = new StoredJson<>(Words.class);
    private static final Duration OF_A_DRAFT = Duration.ofHours(1);

    private final ExpiringStore store;
    private final RandomGenerator random;
    private final Clock clock;

    /** @param random gives each edition a name of its own */
    public Editions(ExpiringStore store, RandomGenerator random, Clock clock) {
        this.store = store;
        this.random = random;
        this.clock = clock;
    }

    /** Keeps these words and returns their name; empty where there are none. They count once the settings name them. */
    public Optional<String> keep(RoomId room, Words words) {
        if (words.areNone()) {
            return Optional.empty();
        }
        var edition = name();
        store.put(key(room, edition), JSON.write(words), ExpiringStore.FOREVER, clock.instant());
        return Optional.of(edition);
    }

    /**
     * The words of this name; empty where the store has none, or those of a later release that this one
     * cannot read.
     */
    public Optional<Words> find(RoomId room, String edition) {
        return store.get(key(room, edition), clock.instant()).flatMap(JSON::read);
    }

    /** Removes an edition that no settings name any more. */
    public void forget(RoomId room, String edition) {
        store.remove(key(room, edition), clock.instant());
    }

    /** Keeps words as a draft for a preview, for an hour; its name. */
    public String keepDraft(RoomId room, Words words) {
        var draft = name();
        var now = clock.instant();
        store.put(draftKey(room, draft), JSON.write(words), now.plus(OF_A_DRAFT), now);
        return draft;
    }

    /** The draft of this name; empty when its hour is over. */
    public Optional<Words> draft(RoomId room, String name) {
        return store.get(draftKey(room, name), clock.instant()).flatMap(JSON::read);
    }

    private String name() {
        return Long.toString(random.nextLong(Long.MAX_VALUE), Character.MAX_RADIX);
    }

    private static String draftKey(RoomId room, String draft) {
        return "draft/" + room + "/" + draft;
    }

    private static String key(RoomId room, String edition) {
        return "words/" + room + "/" + edition;
    }
}
