package io.gatehouse.room;

import io.gatehouse.lane.LaneCounters;

/**
 * A place's lane, and its number in that lane. Neither changes as long as the opening lasts.
 *
 * @param lane the lane's number in the opening, see {@link LaneCounters}; 0 for the default one
 * @param number from 1; dense in each lane
 */
public record Position(int lane, long number) implements Comparable<Position> {

    /** A store that files lane and number as one has this many bits for the number. */
    private static final int NUMBER_BITS = 40;

    /** The highest number in a lane. */
    public static final long MOST = (1L << NUMBER_BITS) - 1;

    public Position {
        if (lane < 0 || number < 1 || number > MOST) {
            throw new IllegalArgumentException("a position must be in lane 0 or more and have a number of 1 to " + MOST
                    + ", was " + number + " in lane " + lane);
        }
    }

    /**
     * The position in words, for operators: with the name of a lane beside the default one, or with its
     * number if a later opening has fewer lanes.
     */
    public String in(LaneCounters lanes) {
        return "position " + number
                + (lane == 0 ? "" : " in lane " + lanes.name(lane).orElse(Integer.toString(lane)));
    }

    /** The text in ids that clients see: {@code 17}; beside the default lane {@code 2_17}, by the lane's number. */
    public String id() {
        return (lane == 0 ? "" : lane + "_") + number;
    }

    /** This number in the default lane. */
    public static Position of(long number) {
        return new Position(0, number);
    }

    /** The position that was {@link #packed} into this. */
    public static Position unpacked(long packed) {
        return new Position((int) (packed >> NUMBER_BITS), packed & MOST);
    }

    /**
     * Lane and number as one number, in the order of positions: for stores, cookies and ids, which keep it
     * so. A position of the default lane is the number itself.
     */
    public long packed() {
        return ((long) lane << NUMBER_BITS) | number;
    }

    @Override
    public int compareTo(Position other) {
        return Long.compare(packed(), other.packed());
    }
}
