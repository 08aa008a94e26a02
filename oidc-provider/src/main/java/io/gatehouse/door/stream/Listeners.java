package io.gatehouse.door.stream;

import io.micrometer.core.instrument.Counter;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The number of listeners, in all and of each address block. Many threads call it at a time. */
final class Listeners {

    /** Whether one more may listen. */
    enum Verdict {
        WELCOME,
        TOO_MANY,
        TOO_MANY_OF_BLOCK
    }

    private final int most;
    private final int mostOfBlock;
    private final Counter hits;
    private final AtomicInteger all = new AtomicInteger();
    private final ConcurrentMap<String, Integer> ofBlocks = new ConcurrentHashMap<>();

    /** @param hits counts those who are not welcome */
    Listeners(int most, int mostOfBlock, Counter hits) {
        this.most = most;
        this.mostOfBlock = mostOfBlock;
        this.hits = hits;
    }

    int count() {
        return all.get();
    }

    /** Counts one more listener of this block if it is welcome. */
    Verdict come(String block) {
        if (all.incrementAndGet() > most) {
            all.decrementAndGet();
            hits.increment();
            return Verdict.TOO_MANY;
        }
        if (ofBlocks.merge(block, 1, Integer::sum) > mostOfBlock) {
            go(block);
            hits.increment();
            return Verdict.TOO_MANY_OF_BLOCK;
        }
        return Verdict.WELCOME;
    }

    /** A counted listener of this block goes. */
    void go(String block) {
        all.decrementAndGet();
        ofBlocks.computeIfPresent(block, (same, count) -> count > 1 ? Integer.valueOf(count - 1) : null);
    }
}
