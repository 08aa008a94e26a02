package io.gatehouse.value;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Records in the {@link ExpiringStore}, changed by compare-and-set. */
public final class StoredRecords<T extends Record> {

    /** A record and the bytes that it was read from. */
    @SuppressWarnings("ArrayRecordComponent") // compared by the store only
    public record Found<T>(String key, byte[] bytes, T value) {}

    private final ExpiringStore store;
    private final StoredJson<T> json;
    private final Clock clock;

    public StoredRecords(ExpiringStore store, Class<T> type, Clock clock) {
        this.store = store;
        this.json = new StoredJson<>(type);
        this.clock = clock;
    }

    /** The present record; empty when there is none, or it cannot be read. */
    public Optional<Found<T>> get(String key) {
        return store.get(key, clock.instant())
                .flatMap(bytes -> json.read(bytes).map(value -> new Found<>(key, bytes, value)));
    }

    /**
     * Replaces the found record, or none; false when the present one differs. Additions of another release to
     * the found record are kept.
     */
    public boolean replace(String key, Optional<Found<T>> found, T next, Instant until) {
        var before = found.map(Found::bytes);
        var bytes = before.map(read -> json.write(next, read)).orElseGet(() -> json.write(next));
        return store.replace(key, before, bytes, until, clock.instant());
    }

    /** Writes a record, and replaces any former one. */
    public void put(String key, T record, Instant until) {
        store.put(key, json.write(record), until, clock.instant());
    }
}
