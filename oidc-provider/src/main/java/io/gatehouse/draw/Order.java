package io.gatehouse.draw;

/**
 * In which order the positions of a line are called once a draw is over: entrants stand at the positions behind {@code base},
 * as many as the permutation has, and there each goes where its entry has been drawn to. All others stay where they are. This
 * is the one place that says so: the line calls by it, and whoever is told a number is told it by this.
 *
 * @param base the last position before the lobby
 */
public record Order(long base, Permutation permutation) {

    /** The order of a line without a draw. */
    public static final Order OF_ARRIVAL = new Order(Long.MAX_VALUE - 1, new Permutation(new byte[32], 1));

    /** As which one this position is called. */
    public long of(long position) {
        return isDrawn(position) ? base + permutation.position(position - base) : position;
    }

    /** Which position is called as this one. */
    public long at(long turn) {
        return isDrawn(turn) ? base + permutation.entry(turn - base) : turn;
    }

    private boolean isDrawn(long position) {
        return position > base && position - base <= permutation.count();
    }
}
