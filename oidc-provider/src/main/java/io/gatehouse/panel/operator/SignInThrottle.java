package io.gatehouse.panel.operator;

import io.gatehouse.web.AddressBlock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows the guessing of passwords: so many attempts for one name from one address, more for all names from one address,
 * then none until the quarter of an hour is over. An attempt counts before the password is looked at, so that many at
 * once are no way around it. Kept in the memory of this node, for a bounded number of addresses; the oldest go first.
 */
final class SignInThrottle {

    static final int PER_NAME = 5;
    static final int PER_ADDRESS = 50;
    static final Duration WINDOW = Duration.ofMinutes(15);

    private static final int MOST_KEYS = 10_000;

    private record Key(String name, String address) {}

    private record Attempts(int count, Instant until) {}

    private final Map<Key, Attempts> attempts = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Attempts> eldest) {
            return size() > MOST_KEYS;
        }
    };

    /** Counts an attempt; false when there have been too many. */
    synchronized boolean admits(String name, String address, Instant now) {
        var block = AddressBlock.of(address);
        var all = count(new Key("", block), now);
        return all <= PER_ADDRESS && count(new Key(name, block), now) <= PER_NAME;
    }

    /** The attempt was a good one: the failed ones before it are forgotten. */
    synchronized void forget(String name, String address) {
        attempts.remove(new Key(name, AddressBlock.of(address)));
    }

    private int count(Key key, Instant now) {
        var before = attempts.get(key);
        var next = before != null && before.until().isAfter(now)
                ? new Attempts(Math.min(before.count() + 1, PER_ADDRESS + 1), before.until())
                : new Attempts(1, now.plus(WINDOW));
        attempts.put(key, next);
        return next.count();
    }
}
