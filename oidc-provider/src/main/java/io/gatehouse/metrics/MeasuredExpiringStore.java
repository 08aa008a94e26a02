package io.gatehouse.metrics;

import io.gatehouse.metrics.StoreMeters.Questions;
import io.gatehouse.value.ExpiringStore;
import java.time.Instant;
import java.util.Optional;

/** An {@link ExpiringStore} that is measured. */
final class MeasuredExpiringStore implements ExpiringStore {

    private final ExpiringStore store;
    private final Questions reads;
    private final Questions writes;

    MeasuredExpiringStore(ExpiringStore store, StoreMeters meters) {
        this.store = store;
        this.reads = meters.questions("values", "read");
        this.writes = meters.questions("values", "write");
    }

    @Override
    public Optional<byte[]> get(String key, Instant now) {
        return reads.ask(() -> store.get(key, now));
    }

    @Override
    public void put(String key, byte[] value, Instant until, Instant now) {
        writes.ask(() -> {
            store.put(key, value, until, now);
            return true;
        });
    }

    @Override
    public void putUnacknowledged(String key, byte[] value, Instant until, Instant now) {
        writes.ask(() -> {
            store.putUnacknowledged(key, value, until, now);
            return true;
        });
    }

    @Override
    public boolean replace(String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now) {
        return writes.ask(() -> store.replace(key, expected, value, until, now));
    }

    @Override
    public boolean remove(String key, Instant now) {
        return writes.ask(() -> store.remove(key, now));
    }
}
