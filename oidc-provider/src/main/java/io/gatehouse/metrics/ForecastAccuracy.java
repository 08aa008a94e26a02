package io.gatehouse.metrics;

import io.gatehouse.forecast.Throughput;
import io.gatehouse.room.RoomSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What waiting pages have told the last in line, twice a minute, until it is known what came of it: whether
 * they were called within the range that was told, and else by how much they were called before or after it.
 * Of the default lane. A room whose line is longer than two hours is asked for more only as the old ones end.
 *
 * <p>Not safe for use by several threads.
 */
final class ForecastAccuracy {

    /** What came of one. */
    enum Kept {
        EARLY,
        KEPT,
        LATE
    }

    private record Promise(long opening, long position, Instant earliest, Instant latest) {}

    private static final Duration APART = Duration.ofSeconds(30);
    private static final int MOST = 240;

    private final Deque<Promise> open = new ArrayDeque<>();
    private Instant next = Instant.MIN;

    /** Takes note of a room, and says of each promise that is due what came of it. */
    void see(RoomSnapshot room, Optional<Throughput> told, Instant now, BiConsumer<Kept, Duration> ended) {
        while (!open.isEmpty() && isOver(open.getFirst(), room)) {
            var promise = open.removeFirst();
            if (promise.opening == room.opening()) {
                tell(promise, now, ended);
            }
        }
        var ahead = room.issued() - room.reached();
        if (ahead > 0 && room.lanes().isEmpty() && open.size() < MOST && !now.isBefore(next)) {
            told.ifPresent(speed -> {
                open.addLast(new Promise(
                        room.opening(),
                        room.issued(),
                        now.plus(span(ahead, speed.high())),
                        now.plus(span(ahead, speed.low()))));
                next = now.plus(APART);
            });
        }
    }

    private static boolean isOver(Promise promise, RoomSnapshot room) {
        return promise.opening != room.opening() || promise.position <= room.reached();
    }

    private static void tell(Promise promise, Instant now, BiConsumer<Kept, Duration> ended) {
        if (now.isBefore(promise.earliest)) {
            ended.accept(Kept.EARLY, Duration.between(now, promise.earliest));
        } else if (now.isAfter(promise.latest)) {
            ended.accept(Kept.LATE, Duration.between(promise.latest, now));
        } else {
            ended.accept(Kept.KEPT, Duration.ZERO);
        }
    }

    /** How long so many take at so many a minute. */
    static Duration span(long ahead, double perMinute) {
        return Duration.ofMillis((long) (ahead * 60_000d / perMinute));
    }
}
