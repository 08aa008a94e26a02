package io.gatehouse.value;

import java.time.Instant;
import java.util.Optional;

/**
 * Small values under a key, each until its time: parked requests, codes, tokens, signing keys. Every method
 * is atomic and, but for {@link #putUnacknowledged}, acknowledged only when it is durable. An expired value
 * is absent, whether or not it has been removed.
 *
 * <p>When the store is away, every method throws {@link io.gatehouse.room.StoreUnavailableException}; a
 * repeated call is safe.
 */
public interface ExpiringStore {

    /** The expiry of a value that never expires. */
    Instant FOREVER = Instant.ofEpochMilli(Long.MAX_VALUE);

    /** The value under this key; empty when there is none or it has expired. */
    Optional<byte[]> get(String key, Instant now);

    /** Stores a value, replacing any other. */
    void put(String key, byte[] value, Instant until, Instant now);

    /**
     * Stores a value that may be lost with the machine: it is visible at once, and may be durable later. A
     * store that makes it durable later does so before it acknowledges anything else, and within a second or
     * two.
     */
    default void putUnacknowledged(String key, byte[] value, Instant until, Instant now) {
        put(key, value, until, now);
    }

    /**
     * Stores a value if the present one equals the expected one, byte for byte; empty expects no value. Of
     * several simultaneous calls with the same expectation one succeeds; the others get false.
     */
    boolean replace(String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now);

    /** Removes a value; true for the one caller that removed it, false when there was none. */
    boolean remove(String key, Instant now);
}
