package io.gatehouse.site;

import io.gatehouse.room.RoomId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The logins of each room's visitors at its sites, counted at this node since its start: codes issued and
 * redeemed, and the time from the claim to the token. They show the load of the sites.
 */
public final class Logins {

    /** The number of buckets for times: from 50 ms on, each ends at √2 times the end of the one before. */
    public static final int BUCKETS = 24;

    private static final double FIRST = 0.05;

    /** A visitor who comes this long after the claim was inside before, and logs in once more. */
    private static final Duration LATE = Duration.ofMinutes(2);

    private final Map<RoomId, OfRoom> rooms = new ConcurrentHashMap<>();

    /**
     * The counts.
     *
     * @param times the number of redeemed codes in each bucket of time
     */
    public record Counts(long issued, long redeemed, List<Long> times) {

        public static final Counts NONE = new Counts(0, 0, Collections.nCopies(BUCKETS, 0L));

        public Counts {
            times = List.copyOf(times);
        }

        /** The sum of both counts. */
        public Counts plus(Counts other) {
            return new Counts(issued + other.issued, redeemed + other.redeemed, each(other, 1));
        }

        /** The counts that came after the earlier ones. */
        public Counts since(Counts earlier) {
            return new Counts(issued - earlier.issued, redeemed - earlier.redeemed, each(earlier, -1));
        }

        private List<Long> each(Counts other, int sign) {
            var sums = new ArrayList<Long>();
            for (int bucket = 0; bucket < BUCKETS; bucket++) {
                sums.add(of(bucket) + sign * other.of(bucket));
            }
            return sums;
        }

        private long of(int bucket) {
            return bucket < times.size() ? times.get(bucket) : 0;
        }

        public boolean isEmpty() {
            return equals(NONE);
        }

        /** The number of measured times. */
        public long timed() {
            return times.stream().mapToLong(Long::longValue).sum();
        }

        /** The time, in seconds, that this share of all did not exceed, as far as buckets tell. */
        public double quantile(double share) {
            var rank = share * timed();
            long below = 0;
            for (int bucket = 0; bucket < BUCKETS; bucket++) {
                if (of(bucket) > 0 && below + of(bucket) >= rank) {
                    return end(bucket - 1) + (end(bucket) - end(bucket - 1)) * (rank - below) / of(bucket);
                }
                below += of(bucket);
            }
            return end(BUCKETS - 1);
        }

        private static double end(int bucket) {
            return bucket < 0 ? 0 : FIRST * Math.pow(2, bucket / 2.0);
        }
    }

    private record OfRoom(AtomicLong issued, AtomicLong redeemed, AtomicLongArray times) {

        private OfRoom() {
            this(new AtomicLong(), new AtomicLong(), new AtomicLongArray(BUCKETS));
        }
    }

    void issued(RoomId room) {
        of(room).issued.incrementAndGet();
    }

    void redeemed(RoomId room, Duration sinceAdmission) {
        var own = of(room);
        own.redeemed.incrementAndGet();
        if (!sinceAdmission.isNegative() && sinceAdmission.compareTo(LATE) < 0) {
            own.times.incrementAndGet(bucket(sinceAdmission.toNanos() / 1e9));
        }
    }

    private static int bucket(double seconds) {
        var bucket = seconds <= FIRST ? 0 : (int) Math.ceil(2 * Math.log(seconds / FIRST) / Math.log(2));
        return Math.min(BUCKETS - 1, bucket);
    }

    private OfRoom of(RoomId room) {
        return rooms.computeIfAbsent(room, first -> new OfRoom());
    }

    /** The counts of this room since this node began. */
    public Counts counts(RoomId room) {
        var own = of(room);
        var times = new ArrayList<Long>();
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            times.add(own.times.get(bucket));
        }
        return new Counts(own.issued.get(), own.redeemed.get(), times);
    }
}
