package io.gatehouse.history;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The lengths of waits or visits: how many of them were at most as long as each bound, and longer than the
 * bound before.
 *
 * @param counts one for each of {@link #BOUNDS}, and one for all that took longer; zeros at the end are left
 *     out
 */
public record Spans(List<Long> counts) {

    /** The first bound is a second: in a short line, a first bucket of half a minute would show a median of 15 s. */
    public static final List<Duration> BOUNDS = LongStream.of(
                    1, 5, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800)
            .mapToObj(Duration::ofSeconds)
            .toList();

    /** No spans. */
    public static final Spans NONE = new Spans(List.of());

    public Spans {
        if (counts.size() > BOUNDS.size() + 1 || counts.stream().anyMatch(count -> count < 0)) {
            throw new IllegalArgumentException(
                    "counts must be at most " + (BOUNDS.size() + 1) + ", each 0 or more, were " + counts);
        }
        var used = counts.size();
        while (used > 0 && counts.get(used - 1) == 0) {
            used--;
        }
        counts = List.copyOf(counts.subList(0, used));
    }

    /** These spans and one more. */
    public Spans and(Duration span) {
        var bucket =
                (int) BOUNDS.stream().filter(bound -> bound.compareTo(span) < 0).count();
        return and(new Spans(IntStream.rangeClosed(0, bucket)
                .mapToObj(each -> each == bucket ? 1L : 0L)
                .toList()));
    }

    /** The sum of both. */
    public Spans and(Spans more) {
        return new Spans(IntStream.range(0, Math.max(counts.size(), more.counts.size()))
                .mapToObj(bucket -> of(bucket) + more.of(bucket))
                .toList());
    }

    private long of(int bucket) {
        return bucket < counts.size() ? counts.get(bucket) : 0;
    }

    /** How many there are. */
    public long total() {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The time that this share of them did not exceed, as if those of a bucket lay evenly in it; the last
     * bound, if some took longer than that. Empty when there are none.
     */
    public Optional<Duration> quantile(double share) {
        var wanted = share * total();
        var before = 0L;
        for (int bucket = 0; bucket < counts.size(); bucket++) {
            var count = counts.get(bucket);
            if (count > 0 && before + count >= wanted) {
                return Optional.of(within(bucket, Math.max(0, wanted - before) / count));
            }
            before += count;
        }
        return Optional.empty();
    }

    private static Duration within(int bucket, double part) {
        if (bucket == BOUNDS.size()) {
            return BOUNDS.get(bucket - 1);
        }
        var from = bucket == 0 ? Duration.ZERO : BOUNDS.get(bucket - 1);
        var width = BOUNDS.get(bucket).minus(from);
        return from.plusMillis(Math.round(width.toMillis() * part));
    }
}
