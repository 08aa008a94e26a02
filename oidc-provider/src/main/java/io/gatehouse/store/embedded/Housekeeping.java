package io.gatehouse.store.embedded;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Removes expired values, and unused space: once a second, a little each time, so that no commit waits for long. */
final class Housekeeping {

    static final Duration PAUSE = Duration.ofSeconds(1);

    /** A whole round takes about a minute, but no step looks at more than this. */
    private static final int MOST = 2_000;

    private static final int FEWEST = 200;
    private static final int ROUND = 60;

    /** The maximum number of bytes that a step rewrites: some ten milliseconds of a slow disk. */
    private static final int REWRITE = 512 * 1024;

    private final Clock clock;
    private @Nullable String last;

    Housekeeping(Clock clock) {
        this.clock = clock;
    }

    /** One step; afterwards everything is on disk. */
    void run(Contents contents) {
        sweep(contents.values());
        contents.commit();
        contents.synchronize();
        contents.compact(REWRITE);
    }

    private void sweep(CheckedMap<String> values) {
        var some = (int) Math.max(FEWEST, Math.min(MOST, values.size() / ROUND));
        var keys = values.keysAfter(last, some);
        for (var key : keys) {
            values.get(key)
                    .filter(kept -> !RecordFormat.instant(ByteBuffer.wrap(kept)).isAfter(clock.instant()))
                    .ifPresent(over -> values.remove(key));
        }
        last = keys.size() < some ? null : keys.get(keys.size() - 1);
    }
}
