package io.gatehouse.value;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Records in the {@link ExpiringStore}, changed by compare-and-set: of several writers that have read the
 * same record one succeeds.
 */
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

    /** What is there now; empty when there is nothing, or nothing that can be read. */
    public Optional<Found<T>> get(String key) {
        return store.get(key, clock.instant())
                .flatMap(bytes -> json.read(bytes).map(value -> new Found<>(key, bytes, value)));
    }

    /**
     * Writes a record in place of the one that was found, or of none; false when something else is there by
     * now. What another release has added to the found record is kept.
     */
    public boolean replace(String key, Optional<Found<T>> found, T next, Instant until) {
        var before = found.map(Found::bytes);
        var bytes = before.map(read -> json.write(next, read)).orElseGet(() -> json.write(next));
        return store.replace(key, before, bytes, until, clock.instant());
    }

    /** Writes a record, over any former one. */
    public void put(String key, T record, Instant until) {
        store.put(key, json.write(record), until, clock.instant());
    }
}
