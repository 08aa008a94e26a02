package io.gatehouse.door;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.gatehouse.time.Ticker;
import java.time.Duration;
import java.util.concurrent.ConcurrentMap;

/**
 * Counts attempts, each key's from its first one until a window is over. Kept in the memory of this node, for
 * a bounded number of keys: those that come often stay, and one that is new among many has to come again.
 */
public final class AttemptCounts<K> {

    private static final int MOST_KEYS = 10_000;

    private final ConcurrentMap<K, Integer> counts;

    public AttemptCounts(Duration window, Ticker ticker) {
        this.counts = Caffeine.newBuilder()
                .maximumSize(MOST_KEYS)
                .expireAfter(Expiry.<K, Integer>creating((key, count) -> window))
                .ticker(ticker::read)
                .executor(Runnable::run) // or the bound would be kept up by another thread, some time later
                .build()
                .asMap();
    }

    /** Counts an attempt; returns the number of attempts with it. */
    public int add(K key) {
        return counts.merge(key, 1, Integer::sum);
    }

    /** The number of attempts. */
    public int of(K key) {
        return counts.getOrDefault(key, 0);
    }

    /** The window of this key is over at once. */
    public void forget(K key) {
        counts.remove(key);
    }
}
