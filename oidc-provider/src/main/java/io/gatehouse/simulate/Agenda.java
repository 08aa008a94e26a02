package io.gatehouse.simulate;

import java.time.Instant;
import java.util.PriorityQueue;

/** The acts to come, in the order of time; acts of one moment, in the order in which they were noted. */
final class Agenda {

    private record Entry(long at, long number, Runnable act) implements Comparable<Entry> {

        @Override
        public int compareTo(Entry other) {
            var byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private final VirtualTime time;
    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long noted;

    Agenda(VirtualTime time) {
        this.time = time;
    }

    /** Notes an act at this moment, in milliseconds of the epoch. */
    void note(long at, Runnable act) {
        entries.add(new Entry(at, noted++, act));
    }

    /** Does all that is due by then, each at its own time. */
    void runUntil(long end) {
        for (var next = entries.peek(); next != null && next.at() <= end; next = entries.peek()) {
            entries.remove();
            time.set(Instant.ofEpochMilli(next.at()));
            next.act().run();
        }
        time.set(Instant.ofEpochMilli(end));
    }
}
