package io.gatehouse.store;

import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.room.StoreUnavailableException;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Stands before a store that is reached over the network: asks again, a few times and not all at once, when
 * the store fails over or an answer is lost, and lets no more callers wait for it than the server can spare.
 *
 * <p><b>Retries.</b> Three attempts, 50 to 200 ms apart with half of that at random, so that the nodes do not
 * come back in step. A store that is slow is not asked again at once: that would make it slower. Its visitors
 * come back by themselves.
 *
 * <p><b>Bulkhead.</b> When a store hangs, its callers would soon be all threads of the server, and not even
 * the board could be read any more. A limited number of callers may ask at a time; the others wait a moment
 * and then hear that the store is away.
 */
final class Guard {

    /** Hears how questions ended. */
    @FunctionalInterface
    interface Listener {

        /** The listener of questions whose end tells nothing new. */
        Listener NOBODY = () -> {};

        /** The store refused the question, also when asked again; refusals of the guard itself do not count. */
        void refused();

        default void answered() {}
    }

    private static final int ATTEMPTS = 3;
    private static final IntervalFunction PAUSES =
            IntervalFunction.ofExponentialRandomBackoff(Duration.ofMillis(50), 2, 0.5, Duration.ofMillis(400));
    private static final Duration MOMENT = Duration.ofMillis(500);

    private final Bulkhead bulkhead;
    private final Retry retry;
    private final Runnable requirement;

    /** @param most how many may ask at a time */
    Guard(String name, int most) {
        this(name, most, () -> {});
    }

    /** @param requirement throws if no question may be asked now */
    Guard(String name, int most, Runnable requirement) {
        this.requirement = requirement;
        bulkhead = Bulkhead.of(
                name,
                BulkheadConfig.custom()
                        .maxConcurrentCalls(most)
                        .maxWaitDuration(MOMENT)
                        .writableStackTraceEnabled(false)
                        .build());
        retry = Retry.of(
                name,
                RetryConfig.custom()
                        .maxAttempts(ATTEMPTS)
                        .intervalFunction(PAUSES)
                        .retryExceptions(StoreUnavailableException.class)
                        .ignoreExceptions(StoreTimeoutException.class)
                        .build());
    }

    /** Asks, and asks again if that fails; only what is safe to repeat. */
    <T> T call(Supplier<T> question) {
        return call(question, Listener.NOBODY);
    }

    /** Asks as {@link #call(Supplier)} does, and the listener hears the end. */
    <T> T call(Supplier<T> question, Listener listener) {
        return entered(() -> reported(() -> retry.executeSupplier(question), listener));
    }

    /** Asks once. */
    <T> T once(Supplier<T> question) {
        return entered(question);
    }

    private <T> T entered(Supplier<T> question) {
        requirement.run();
        try {
            return bulkhead.executeSupplier(question);
        } catch (BulkheadFullException crowded) {
            throw new StoreUnavailableException("too many are waiting for the store", crowded);
        }
    }

    private static <T> T reported(Supplier<T> question, Listener listener) {
        try {
            var answer = question.get();
            listener.answered();
            return answer;
        } catch (StoreUnavailableException away) {
            listener.refused();
            throw away;
        }
    }
}
