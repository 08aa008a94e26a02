package io.gatehouse.store.dynamodb;

import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Repeats an operation that other writers, or DynamoDB's limits, prevented, after growing, random pauses.
 * Each attempt reads its input anew, so it notices when others have done the work already.
 *
 * <p><b>One limit for an operation.</b> It begins with the outermost {@link #until}: repeats within it, and
 * each request made in it, share the rest. The leader of a batch has waited longest in it, so no caller waits
 * longer than this. In the end it is a {@link StoreTimeoutException}, after which no caller asks again at
 * once.
 */
final class Attempts {

    private static final int LONGER = 10;
    private static final long FIRST_PAUSE = 2_000_000;
    private static final long LONGEST_PAUSE = 250_000_000;
    private static final long THROTTLED_PAUSE = 400_000_000;

    /** The operation of a thread, and the moment at which it must have ended. */
    private record Operation(String what, Deadline end) {}

    private final Duration timeout;
    private final Scheduler scheduler;
    private final ThreadLocal<Optional<Operation>> underWay = ThreadLocal.withInitial(Optional::empty);

    Attempts(Duration timeout, Scheduler scheduler) {
        this.timeout = timeout;
        this.scheduler = scheduler;
    }

    /** The first answer; the attempt is empty when it is to be made again. */
    <T> T until(String what, Supplier<Optional<T>> attempt) {
        return until(what, timeout, attempt);
    }

    /** Gives more time to an operation that no visitor waits for, such as a call past thousands of holes. */
    <T> T patiently(String what, Supplier<Optional<T>> attempt) {
        return until(what, timeout.multipliedBy(LONGER), attempt);
    }

    private <T> T until(String what, Duration most, Supplier<Optional<T>> attempt) {
        if (underWay.get().isPresent()) {
            return again(attempt);
        }
        underWay.set(Optional.of(new Operation(what, Deadline.after(most, scheduler))));
        try {
            return again(attempt);
        } finally {
            underWay.remove();
        }
    }

    /** The time that the next request may take; throws {@link StoreTimeoutException} if none is left. */
    Duration left() {
        var operation = underWay.get();
        var left = operation.map(one -> one.end.remaining()).orElse(timeout);
        if (left.isNegative() || left.isZero()) {
            throw new StoreTimeoutException(
                    operation.map(Operation::what).orElse("") + ": DynamoDB has not done it in time", null);
        }
        return left.compareTo(timeout) < 0 ? left : timeout;
    }

    /** Waits a moment before the next attempt; interrupted, it does not wait. */
    void pause(int tried) {
        pauseUpTo(Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(tried, 10)));
    }

    /** Waits as long as the client does after throttling; the client does not see that of a part of a request. */
    void pauseThrottled() {
        pauseUpTo(THROTTLED_PAUSE);
    }

    private <T> T again(Supplier<Optional<T>> attempt) {
        for (int tried = 0; true; tried++) {
            var answer = attempt.get();
            if (answer.isPresent()) {
                return answer.get();
            }
            pause(tried);
            left();
        }
    }

    private void pauseUpTo(long longest) {
        scheduler.pause(Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest / 2, longest)));
    }
}
