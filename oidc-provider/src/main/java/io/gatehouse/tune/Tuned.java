package io.gatehouse.tune;

import io.gatehouse.inlet.TunedLimit.Steers;
import io.gatehouse.site.Logins;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one record of a room, which all nodes move by compare-and-set.
 *
 * <pre>
 * key     tuned/{room}
 * value   JSON of these members
 * until   400 days after its last move: it is kept over restarts
 * </pre>
 *
 * @param steers what it limits
 * @param limit slots, or turns a second
 * @param x how far the sites were below their limit at the last step
 * @param at the moment of the last step, in milliseconds
 * @param cause why the limit is what it is, in words
 * @param kind the same as one of a few words, to see that the cause is another one
 * @param good the last limit under which all signals were within theirs
 * @param told the limit that was told last
 * @param blindSince from when on signals are missing; null: none is
 * @param load the worst signal as a share of its limit; null while there is none
 * @param turns how many turns had been called at the last step
 * @param visits how long visits last
 * @param logins what nodes have counted of late, the latest last
 */
record Tuned(
        Steers steers,
        double limit,
        double x,
        long at,
        String cause,
        String kind,
        double good,
        double told,
        @Nullable Long blindSince,
        @Nullable Double load,
        long turns,
        Visits visits,
        List<Slice> logins) {

    static final String START = "start";
    static final String BLIND = "blind";

    /**
     * The length of visits, by those that have ended; older ones count less and less.
     *
     * @param seconds of all of them
     */
    record Visits(double seconds, double ended) {

        static final Visits NONE = new Visits(0, 0);

        private static final int ENOUGH = 30;
        private static final int MANY = 500;
        private static final Duration USUAL = Duration.ofMinutes(5);

        Visits plus(Visits more) {
            var sum = new Visits(seconds + more.seconds, ended + more.ended);
            return sum.ended > MANY ? new Visits(sum.seconds / 2, sum.ended / 2) : sum;
        }

        Visits since(Visits earlier) {
            return new Visits(Math.max(0, seconds - earlier.seconds), Math.max(0, ended - earlier.ended));
        }

        Duration mean() {
            return ended < ENOUGH
                    ? USUAL
                    : Duration.ofMillis((long) Math.max(1_000, Math.min(86_400_000, 1_000 * seconds / ended)));
        }
    }

    /**
     * Logins of a span that ended at a moment.
     *
     * @param at in milliseconds
     */
    record Slice(long at, Logins.Counts counts) {}

    private static final Duration WIDTH = Duration.ofSeconds(5);
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration AHEAD = Duration.ofMinutes(1);
    private static final int MOST_SLICES = 16;

    Tuned {
        logins = List.copyOf(logins);
    }

    Instant when() {
        return Instant.ofEpochMilli(at);
    }

    boolean isBlind() {
        return blindSince != null;
    }

    /** Whether the numbers of a record that was read can be used. */
    boolean isSound() {
        return Double.isFinite(limit) && limit >= 0 && Double.isFinite(x) && Double.isFinite(good);
    }

    /** This record with the counts that a node has added since its last write. */
    Tuned counting(Logins.Counts counts, Visits ended, Instant now) {
        var kept = logins.stream()
                .filter(slice -> slice.at > now.minus(KEPT).toEpochMilli()
                        && slice.at <= now.plus(AHEAD).toEpochMilli())
                .toList();
        var sum = visits.plus(ended);
        var next = counts.isEmpty() ? kept : with(kept, new Slice(now.toEpochMilli(), counts));
        return new Tuned(steers, limit, x, at, cause, kind, good, told, blindSince, load, turns, sum, next);
    }

    /** Adds to the latest slice while that is young. Slices are few: the oldest two become one. */
    private static List<Slice> with(List<Slice> kept, Slice next) {
        var all = new ArrayList<>(kept);
        var last = all.isEmpty() ? null : all.get(all.size() - 1);
        if (last != null && next.at - last.at < WIDTH.toMillis()) {
            all.set(all.size() - 1, new Slice(last.at, last.counts.plus(next.counts)));
        } else {
            all.add(next);
        }
        if (all.size() > MOST_SLICES) {
            var oldest = all.remove(0);
            all.set(0, new Slice(all.get(0).at, oldest.counts.plus(all.get(0).counts)));
        }
        return all;
    }

    /** This record after its limit was told. */
    Tuned told(double limitTold) {
        return new Tuned(steers, limit, x, at, cause, kind, good, limitTold, blindSince, load, turns, visits, logins);
    }

    /** This record at another moment: a clock was set back, and the age of the record is unknown. */
    Tuned at(Instant moment) {
        var millis = moment.toEpochMilli();
        var blind = blindSince == null ? null : Long.valueOf(millis);
        return new Tuned(steers, limit, x, millis, cause, kind, good, told, blind, load, turns, visits, logins);
    }
}
