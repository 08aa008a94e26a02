package io.gatehouse.oidc.device;

import io.gatehouse.web.AddressBlock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows the guessing of user codes (RFC 8628 section 5.1): so many wrong ones from an address, then none is looked at until
 * the quarter of an hour is over; all addresses of an IPv6 subscriber count as one. The limit is generous, because behind
 * a proxy all visitors have one address, and because a guess gains nothing: who hits a code lets a stranger's device in
 * with a place of their own. Kept in the memory of this node, for a bounded number of addresses; the oldest go first.
 */
final class DeviceGuesses {

    static final int MOST = 1_000;

    private static final Duration WINDOW = Duration.ofMinutes(15);
    private static final int MOST_ADDRESSES = 10_000;

    private record Guesses(int count, Instant until) {}

    private final Map<String, Guesses> wrong = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Guesses> eldest) {
            return size() > MOST_ADDRESSES;
        }
    };

    /** Whether a code from this address is looked at. */
    synchronized boolean admits(String address, Instant now) {
        var before = wrong.get(AddressBlock.of(address));
        return before == null || !before.until().isAfter(now) || before.count() < MOST;
    }

    synchronized void wasWrong(String address, Instant now) {
        var block = AddressBlock.of(address);
        var before = wrong.get(block);
        wrong.put(
                block,
                before != null && before.until().isAfter(now)
                        ? new Guesses(before.count() + 1, before.until())
                        : new Guesses(1, now.plus(WINDOW)));
    }
}
