package io.gatehouse.store.redis;

import static org.awaitility.Awaitility.await;

import io.gatehouse.room.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for servers, within a limit. */
final class Awaited {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private Awaited() {}

    /** The answer, once the store is there again. */
    static <T> T until(Callable<T> question) {
        return await().ignoreExceptionsInstanceOf(StoreUnavailableException.class)
                .atMost(LIMIT)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(PAUSE)
                .until(question, answer -> true);
    }

    static void until(String what, Callable<Boolean> holds) {
        await(what).atMost(LIMIT).pollInterval(PAUSE).until(holds);
    }
}
