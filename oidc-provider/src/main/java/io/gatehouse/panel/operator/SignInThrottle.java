package io.gatehouse.panel.operator;

import io.gatehouse.door.AddressBlock;
import io.gatehouse.door.AttemptCounts;
import io.gatehouse.door.LimitProperties;
import io.gatehouse.door.LimitProperties.SignIns;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.time.Duration;

/**
 * Slows the guessing of passwords: so many attempts for one name from one address, more for all names from
 * one address. Beyond that, until the window is over, one every few seconds for all that come from anywhere:
 * the right password still opens, also where an attacker and the operators share a proxy's address, and a
 * guesser gets nowhere. An attempt counts before the password is looked at, so that many at once are no way
 * around it.
 */
final class SignInThrottle {

    /** The pause between two attempts beyond the limits. */
    static final Duration SLOW = Duration.ofSeconds(10);

    private record Key(String name, String address) {}

    private final AttemptCounts<Key> attempts;
    private final LimitProperties settings;
    private final SignIns limits;
    private final Ticker ticker;
    private Deadline nextSlowOne;

    SignInThrottle(LimitProperties settings, Ticker ticker) {
        this.settings = settings;
        this.limits = settings.signIns();
        this.ticker = ticker;
        this.nextSlowOne = Deadline.after(Duration.ZERO, ticker);
        this.attempts = new AttemptCounts<>(limits.window(), ticker);
    }

    /** One with the same limits, whose attempts count apart from those here. */
    SignInThrottle apart() {
        return new SignInThrottle(settings, ticker);
    }

    /** Counts an attempt; false when there have been too many, and it is to come again after {@link #SLOW}. */
    boolean admits(String name, String address) {
        var block = AddressBlock.of(address);
        return attempts.add(new Key("", block)) <= limits.perAddress()
                        && attempts.add(new Key(name, block)) <= limits.perName()
                || isNextSlowOne();
    }

    private synchronized boolean isNextSlowOne() {
        var isNext = nextSlowOne.isExpired();
        if (isNext) {
            nextSlowOne = Deadline.after(SLOW, ticker);
        }
        return isNext;
    }

    /** The attempt was a good one: the failed ones before it are forgotten. */
    void forget(String name, String address) {
        attempts.forget(new Key(name, AddressBlock.of(address)));
    }
}
