package io.gatehouse.stock;

import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** The slots that have come free since an opening began, by ending; an ending is counted once, when it is written. */
public record Endings(long noShows, long completed, long abandoned, long expired) {

    /** The endings of an opening that has just begun. */
    public static final Endings NONE = new Endings(0, 0, 0, 0);

    /** The endings that a store has kept one by one. */
    public static Endings of(ToLongFunction<Ending> counts) {
        return new Endings(
                counts.applyAsLong(Ending.NO_SHOW),
                counts.applyAsLong(Ending.COMPLETED),
                counts.applyAsLong(Ending.ABANDONED),
                counts.applyAsLong(Ending.EXPIRED));
    }

    /** The number of slots that came free in this way. */
    public long of(Ending ending) {
        return switch (ending) {
            case NO_SHOW -> noShows;
            case COMPLETED -> completed;
            case ABANDONED -> abandoned;
            case EXPIRED -> expired;
        };
    }

    /** The endings after one more. */
    public Endings and(Ending ending) {
        return of(each -> of(each) + (each == ending ? 1 : 0));
    }

    /**
     * The admissions that have ended since the earlier count; each kind by itself, so that none makes up for
     * another.
     */
    public long admissionsSince(Endings earlier) {
        return LongStream.of(completed - earlier.completed, abandoned - earlier.abandoned, expired - earlier.expired)
                .map(more -> Math.max(0, more))
                .sum();
    }
}
