package io.gatehouse.draw;

/**
 * The order in which the positions of a line are called after a draw. The entrants hold the positions behind
 * {@code base}, as many as the permutation has, and each goes where its entry was drawn to. All others stay.
 * This is the only place with that rule: the line calls by it, and every number that a visitor or operator
 * sees comes from it.
 *
 * @param base the last position before the lobby
 */
public record Order(long base, Permutation permutation) {

    /** The order of a line without a draw. */
    public static final Order OF_ARRIVAL = new Order(Long.MAX_VALUE - 1, new Permutation(new byte[32], 1));

    /** The call number of this position. */
    public long of(long position) {
        return isDrawn(position) ? base + permutation.position(position - base) : position;
    }

    /** The position that is called with this number. */
    public long at(long turn) {
        return isDrawn(turn) ? base + permutation.entry(turn - base) : turn;
    }

    private boolean isDrawn(long position) {
        return position > base && position - base <= permutation.count();
    }
}
