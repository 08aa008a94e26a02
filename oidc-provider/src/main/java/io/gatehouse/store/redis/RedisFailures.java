package io.gatehouse.store.redis;

import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.room.StoreUnavailableException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisReadOnlyException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Tells a Redis that is away, or not able to serve now, from a fault of ours. */
final class RedisFailures {

    /** First words of errors that say: not now, or not here. {@code DAMAGED} is our scripts' own. */
    private static final Set<String> NOT_NOW = Set.of(
            "ASK",
            "BUSY",
            "CLUSTERDOWN",
            "CROSSSLOT",
            "DAMAGED",
            "LOADING",
            "MASTERDOWN",
            "MISCONF",
            "MOVED",
            "NOAUTH",
            "NOPERM",
            "NOREPLICAS",
            "OOM",
            "READONLY",
            "TRYAGAIN",
            "UNBLOCKED",
            "UNKILLABLE",
            "WRONGPASS");

    /** The error of line.lua. */
    private static final Pattern DAMAGED = Pattern.compile("DAMAGED .* of gatehouse:\\{([^}]+)}:line, opening (\\d+)");

    private RedisFailures() {}

    /** The exception that a caller of the store gets. */
    static RuntimeException translated(Throwable failure) {
        if (isTimeout(failure)) {
            return new StoreTimeoutException("Redis did not answer in time", failure);
        }
        var damaged = DAMAGED.matcher(message(failure));
        if (damaged.find()) {
            var opening = Long.parseLong(damaged.group(2));
            return new DamagedLineException(new RoomId(damaged.group(1)), opening, message(failure), failure);
        }
        if (isAway(failure)) {
            return new StoreUnavailableException("Redis: " + failure.getMessage(), failure);
        }
        return failure instanceof RuntimeException fault ? fault : new IllegalStateException(failure);
    }

    /** Whether this connection leads to a server that cannot be written to any more. */
    static boolean isOfAReplica(Throwable failure) {
        return failure instanceof RedisReadOnlyException
                || failure instanceof RedisCommandExecutionException
                        && (Set.of("READONLY", "UNBLOCKED").contains(firstWord(failure)) || isRefusedWait(failure));
    }

    static boolean isTimeout(Throwable failure) {
        return failure instanceof RedisCommandTimeoutException || failure instanceof TimeoutException;
    }

    static boolean isAway(Throwable failure) {
        if (failure instanceof RedisCommandExecutionException) {
            return NOT_NOW.contains(firstWord(failure))
                    || isRefusedWait(failure)
                    || message(failure).contains("executing the script can't");
        }
        return isTimeout(failure) || failure instanceof RedisException || failure instanceof CancellationException;
    }

    /** A replica cannot wait for replicas. */
    private static boolean isRefusedWait(Throwable failure) {
        return message(failure).startsWith("ERR WAIT ");
    }

    private static String firstWord(Throwable failure) {
        return message(failure).split(" ", 2)[0];
    }

    private static String message(Throwable failure) {
        return String.valueOf(failure.getMessage());
    }
}
