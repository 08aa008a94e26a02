package io.gatehouse.panel.operator;

import io.gatehouse.time.Ticker;
import io.gatehouse.web.AddressBlock;
import io.gatehouse.web.AttemptCounts;
import java.time.Duration;

/**
 * Slows the guessing of passwords: so many attempts for one name from one address, more for all names from one address,
 * then none until the quarter of an hour is over. An attempt counts before the password is looked at, so that many at
 * once are no way around it.
 */
final class SignInThrottle {

    static final int PER_NAME = 5;
    static final int PER_ADDRESS = 50;
    static final Duration WINDOW = Duration.ofMinutes(15);

    private record Key(String name, String address) {}

    private final AttemptCounts<Key> attempts;

    SignInThrottle(Ticker ticker) {
        this.attempts = new AttemptCounts<>(WINDOW, ticker);
    }

    /** Counts an attempt; false when there have been too many. */
    boolean admits(String name, String address) {
        var block = AddressBlock.of(address);
        return attempts.add(new Key("", block)) <= PER_ADDRESS && attempts.add(new Key(name, block)) <= PER_NAME;
    }

    /** The attempt was a good one: the failed ones before it are forgotten. */
    void forget(String name, String address) {
        attempts.forget(new Key(name, AddressBlock.of(address)));
    }
}
