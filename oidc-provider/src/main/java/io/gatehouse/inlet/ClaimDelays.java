package io.gatehouse.inlet;

import io.gatehouse.room.Terms;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The time from the call to the claim, in the last claims of a room that this node has handled. It is
 * measured anew after a start, and each node has its own measure: it sets how long a turn holds a slot, and
 * never how many slots there are.
 */
final class ClaimDelays {

    private static final int MOST = 250;
    private static final int FEWEST = 30;

    private final Deque<Duration> last = new ArrayDeque<>();

    /** The result over all of them: each tick asks for it, and few ticks have seen a claim since. */
    private @Nullable Duration measured;

    synchronized void add(Duration delay) {
        measured = null;
        if (last.size() == MOST) {
            last.removeFirst();
        }
        last.addLast(delay);
    }

    /** The time within which three of four had claimed, in the bounds of these terms; the usual one at first. */
    synchronized Duration held(Terms terms) {
        var now = measured == null ? measure() : measured;
        measured = now;
        var longer = now.compareTo(Terms.SHORTEST_HELD) < 0 ? Terms.SHORTEST_HELD : now;
        return longer.compareTo(terms.claimWindow()) > 0 ? terms.claimWindow() : longer;
    }

    private Duration measure() {
        return last.size() < FEWEST
                ? Terms.USUALLY_HELD
                : Duration.ofNanos(last.stream()
                        .mapToLong(Duration::toNanos)
                        .sorted()
                        .skip(last.size() * 3L / 4)
                        .findFirst()
                        .orElseThrow());
    }
}
