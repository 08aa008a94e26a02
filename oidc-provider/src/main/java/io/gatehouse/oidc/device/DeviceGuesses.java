package io.gatehouse.oidc.device;

import io.gatehouse.door.AddressBlock;
import io.gatehouse.door.AttemptCounts;
import io.gatehouse.time.Ticker;
import java.time.Duration;

/**
 * Slows the guessing of user codes (RFC 8628 section 5.1): so many wrong ones from an address, then none is
 * looked at until the quarter of an hour is over; all addresses of an IPv6 subscriber count as one. The limit
 * is generous, because behind a proxy all visitors have one address, and because a guess gains nothing: who
 * hits a code lets a stranger's device in with a place of their own.
 */
final class DeviceGuesses {

    static final int MOST = 1_000;

    private static final Duration WINDOW = Duration.ofMinutes(15);

    private final AttemptCounts<String> wrong;

    DeviceGuesses(Ticker ticker) {
        this.wrong = new AttemptCounts<>(WINDOW, ticker);
    }

    /** Whether a code from this address is looked at. */
    boolean admits(String address) {
        return wrong.of(AddressBlock.of(address)) < MOST;
    }

    void wasWrong(String address) {
        wrong.add(AddressBlock.of(address));
    }
}
