package io.gatehouse.store;

import io.gatehouse.value.ExpiringStore;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An {@link ExpiringStore} over the network behind a {@link Guard}.
 *
 * <p>A replacement whose answer was lost may have happened: a repeat would find that the expected value is
 * gone. So a repeat that finds its own value has succeeded. A value that only one caller may write is random;
 * a value that many may write alike, such as a revocation, they may all have written. A removal whose answer
 * was lost counts as another caller's: a value that is given out once is then given to no caller.
 */
final class GuardedExpiringStore implements ExpiringStore {

    private final ExpiringStore store;
    private final Guard guard = new Guard("values", 96);

    GuardedExpiringStore(ExpiringStore store) {
        this.store = store;
    }

    @Override
    public Optional<byte[]> get(String key, Instant now) {
        return guard.call(() -> store.get(key, now));
    }

    @Override
    public void put(String key, byte[] value, Instant until, Instant now) {
        guard.call(() -> {
            store.put(key, value, until, now);
            return true;
        });
    }

    @Override
    public boolean replace(String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now) {
        var isRepeated = new AtomicBoolean();
        return guard.call(() -> {
            var mayHaveHappened = isRepeated.getAndSet(true);
            return store.replace(key, expected, value, until, now) || mayHaveHappened && holds(key, value, now);
        });
    }

    @Override
    public boolean remove(String key, Instant now) {
        return guard.call(() -> store.remove(key, now));
    }

    private boolean holds(String key, byte[] value, Instant now) {
        return store.get(key, now).filter(found -> Arrays.equals(found, value)).isPresent();
    }
}
