package io.gatehouse.store;

import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * The wait of a starting node for a store that it cannot reach yet: both may have been started at once. The
 * node does not wait for a store that answers with a refusal (a wrong password, an old version).
 */
public record StartWait(Duration limit, Scheduler scheduler) {

    private static final Logger LOG = LoggerFactory.getLogger(StartWait.class);
    private static final Duration OF_A_NODE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    /** The wait of a node. */
    public static StartWait ofANode(Scheduler scheduler) {
        return new StartWait(OF_A_NODE, scheduler);
    }

    /**
     * Repeats the look while it fails because the store is away. When the time is up, the last failure is
     * thrown. A process that is asked to stop meanwhile (SIGTERM) does not wait on: its end would wait for
     * the start's, and it ends with a {@link StoppedStartException}.
     */
    public void look(String store, Runnable look, Predicate<Throwable> isAway) {
        var waiting = Thread.currentThread();
        var onStop = new Thread(waiting::interrupt, "start-wait-stop");
        Runtime.getRuntime().addShutdownHook(onStop);
        try {
            lookAgain(store, look, isAway);
        } finally {
            forget(onStop);
        }
    }

    private static void forget(Thread onStop) {
        try {
            Runtime.getRuntime().removeShutdownHook(onStop);
        } catch (IllegalStateException stopping) {
            // It has run, or is about to.
        }
    }

    private void lookAgain(String store, Runnable look, Predicate<Throwable> isAway) {
        var end = Deadline.after(limit, scheduler);
        while (true) {
            try {
                look.run();
                return;
            } catch (RuntimeException failed) {
                var left = end.remaining();
                requireUnstopped(store);
                if (left.isNegative() || !isAway.test(failed)) {
                    throw failed;
                }
                // As text: the log would print a failure's whole stack.
                var why = NestedExceptionUtils.getMostSpecificCause(failed).toString();
                LOG.warn("{} cannot be reached yet, trying for another {} s: {}", store, left.toSeconds(), why);
                scheduler.pause(PAUSE);
                requireUnstopped(store);
            }
        }
    }

    /** The interruption ends here: clients that are closed on the way out wait for their threads, and would fail. */
    private static void requireUnstopped(String store) {
        if (Thread.interrupted()) {
            throw new StoppedStartException(store);
        }
    }

    /** Whether no connection came about or lasted, and TLS did not refuse it: a refused one never comes about later. */
    public static boolean isUnreachable(Throwable failure) {
        return all(failure).anyMatch(IOException.class::isInstance)
                && all(failure).noneMatch(SSLException.class::isInstance);
    }

    /** A failure, its causes and the failures that they suppressed. */
    public static Stream<Throwable> all(Throwable failure) {
        var cause = failure.getCause();
        var led = Stream.concat(Stream.ofNullable(cause), Arrays.stream(failure.getSuppressed()));
        return Stream.concat(Stream.of(failure), led.flatMap(StartWait::all));
    }
}
