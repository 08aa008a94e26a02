package io.gatehouse.store.dynamodb;

import io.gatehouse.room.StoreUnavailableException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Does something again that others were in the way of, after pauses that grow and are never the same, and not for ever.
 * Each attempt reads anew what it rests on, so that it notices when others have done it already.
 */
final class Attempts {

    private static final int MOST = 25;
    private static final long FIRST_PAUSE = 2_000_000;
    private static final long LONGEST_PAUSE = 250_000_000;

    private Attempts() {}

    /** The first answer; the attempt is empty when it is to be made again. */
    static <T> T until(String what, Supplier<Optional<T>> attempt) {
        for (int tried = 0; tried < MOST; tried++) {
            var answer = attempt.get();
            if (answer.isPresent()) {
                return answer.get();
            }
            pause(tried);
        }
        throw new StoreUnavailableException(what + ": others were in the way " + MOST + " times", null);
    }

    /** Waits a moment before the next attempt; interrupted, it does not wait. */
    static void pause(int tried) {
        var longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(tried, 10));
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest / 2, longest));
    }
}
