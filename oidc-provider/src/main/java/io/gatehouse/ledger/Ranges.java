package io.gatehouse.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A set of positions, kept as the ranges that it consists of. Not safe for use by several threads. */
final class Ranges {

    /** The first position of each range, and its last. No two of them touch. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    /** These positions, both included; none when the last is before the first. */
    static Ranges of(long first, long last) {
        var ranges = new Ranges();
        ranges.add(first, last);
        return ranges;
    }

    /** Reads a list of {@link #list}; {@link IllegalArgumentException} when it is something else. */
    static Ranges read(Object list) {
        var ranges = new Ranges();
        if (!(list instanceof List<?> pairs)) {
            throw new IllegalArgumentException("ranges must be a list, were " + list);
        }
        for (var pair : pairs) {
            if (!(pair instanceof List<?> two && two.size() == 2)
                    || !(two.get(0) instanceof Number first && two.get(1) instanceof Number last)
                    || first.longValue() < 1
                    || last.longValue() < first.longValue()) {
                throw new IllegalArgumentException("a range must be two positions, was " + pair);
            }
            ranges.add(first.longValue(), last.longValue());
        }
        return ranges;
    }

    /** The ranges as they are written: a pair of positions for each, the lowest first. */
    List<List<Long>> list() {
        var list = new ArrayList<List<Long>>();
        ranges.forEach((first, last) -> list.add(List.of(first, last)));
        return list;
    }

    void add(long first, long last) {
        if (last < first) {
            return;
        }
        var from = first;
        var to = last;
        var near = ranges.floorEntry(to == Long.MAX_VALUE ? to : to + 1);
        while (near != null && near.getValue() >= from - 1) {
            from = Math.min(from, near.getKey());
            to = Math.max(to, near.getValue());
            ranges.remove(near.getKey());
            near = ranges.floorEntry(to + 1);
        }
        ranges.put(from, to);
    }

    void addAll(Ranges others) {
        others.ranges.forEach(this::add);
    }

    /** These positions, and others with them. */
    Ranges and(Ranges others) {
        var both = new Ranges();
        both.addAll(this);
        both.addAll(others);
        return both;
    }

    void remove(long position) {
        var around = ranges.floorEntry(position);
        if (around != null && around.getValue() >= position) {
            ranges.remove(around.getKey());
            add(around.getKey(), position - 1);
            add(position + 1, around.getValue());
        }
    }

    boolean meets(long first, long last) {
        var near = ranges.floorEntry(last);
        return near != null && near.getValue() >= first;
    }

    /** The positions that are not in this set, from the first of these to the last. */
    Ranges gaps(long first, long last) {
        var gaps = new Ranges();
        var next = first;
        for (Map.Entry<Long, Long> range : ranges.entrySet()) {
            gaps.add(next, Math.min(last, range.getKey() - 1));
            next = Math.max(next, range.getValue() + 1);
        }
        gaps.add(next, last);
        return gaps;
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** The number of ranges. */
    int size() {
        return ranges.size();
    }

    /** The number of positions. */
    long count() {
        return ranges.entrySet().stream()
                .mapToLong(range -> range.getValue() - range.getKey() + 1)
                .sum();
    }

    /** The first range, of which there must be one. */
    Map.Entry<Long, Long> first() {
        return Objects.requireNonNull(ranges.firstEntry());
    }

    /** The highest position; 0 when there is none. */
    long last() {
        return isEmpty() ? 0 : Objects.requireNonNull(ranges.lastEntry()).getValue();
    }

    @Override
    public String toString() {
        return list().toString();
    }
}
