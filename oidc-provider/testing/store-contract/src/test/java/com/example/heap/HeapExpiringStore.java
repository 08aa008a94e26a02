package com.example.heap;

import io.gatehouse.value.ExpiringStore;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Values in the heap, behind one lock. */
final class HeapExpiringStore implements ExpiringStore {

    private record Kept(byte[] value, Instant until) {}

    private final Map<String, Kept> all = new HashMap<>();

    @Override
    public synchronized Optional<byte[]> get(String key, Instant now) {
        return Optional.ofNullable(all.get(key))
                .filter(kept -> now.isBefore(kept.until()))
                .map(kept -> kept.value().clone());
    }

    @Override
    public synchronized void put(String key, byte[] value, Instant until, Instant now) {
        all.put(key, new Kept(value.clone(), until));
    }

    @Override
    public synchronized boolean replace(
            String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now) {
        var present = get(key, now);
        if (present.isPresent() != expected.isPresent()
                || !Arrays.equals(present.orElse(null), expected.orElse(null))) {
            return false;
        }
        put(key, value, until, now);
        return true;
    }

    @Override
    public synchronized boolean remove(String key, Instant now) {
        var present = get(key, now).isPresent();
        all.remove(key);
        return present;
    }
}
