package io.gatehouse.draw;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;

/**
 * Decides which entries stand {@link RankedBehind behind}, in a draw that takes a limited number of each
 * network.
 *
 * <p><b>The rule.</b> The last 8 digits of an entry's mark are its network; an empty entry has none. In each
 * network with more entries than the limit, the entries with the smallest marks take part, as many as the
 * limit; all others stand behind. The limit is the announced one, or, if more than {@link RankedBehind#MOST}
 * would stand behind, the next larger one by which no more do. The first 8 digits of a mark are random, so
 * early entrants have no advantage.
 *
 * <p><b>Verification.</b> The hash over the receipts binds the list of marks, so anyone with that list can
 * check the rule. The list of entries behind is fixed and published with n, before the order can be known,
 * and the key depends on it.
 *
 * <p><b>Rejected.</b> One entry for each network above the limit: one more entry from a school would throw
 * out all its others. The first to arrive: visitors should not have to hurry to a lobby. The best positions:
 * then the list could not be fixed before the draw.
 *
 * <p>It takes 8 bytes of memory for each entry while it runs.
 */
public final class Networks {

    /** The index of the first byte of a place id that stands for its network. */
    public static final int FROM = 10;

    /** The index behind the last of these bytes. */
    public static final int TO = 14;

    /**
     * The result for the networks.
     *
     * @param most how many of each are entries of their own: as announced, or more
     * @param networks how many have more
     * @param behind how many entries stand behind
     */
    public record Excess(int most, long networks, long behind) {}

    private final int most;
    private long[] marks = new long[0];
    private int count;

    /** @param most of a network, 1 or more; 0: any number, and nothing is counted */
    public Networks(int most) {
        this.most = most;
    }

    /** Adds the next entry's mark. */
    public void add(String mark) {
        if (most > 0) {
            if (count == marks.length) {
                marks = Arrays.copyOf(marks, Math.max(1_000, 2 * count));
            }
            // The network comes first, so that sorting brings its marks together.
            marks[count++] = Long.rotateLeft(HexFormat.fromHexDigitsToLong(mark), 32);
        }
    }

    /** The entries that stand behind, of all that have been added. */
    public RankedBehind behind() {
        if (most == 0) {
            return RankedBehind.NOBODY;
        }
        var sorted = sorted();
        var starts = starts(sorted);
        var limit = excess(sizes(starts), most).most();
        var last = new HashMap<Integer, Long>(); // By network: the largest mark that is an entry of its own.
        for (int i = 0; i + 1 < starts.length; i++) {
            if (starts[i + 1] - starts[i] > limit) {
                last.put(network(sorted[starts[i]]), sorted[starts[i] + limit - 1]);
            }
        }
        var behind = new ArrayList<Long>();
        for (int i = 0; i < count && !last.isEmpty(); i++) {
            var own = last.get(network(marks[i]));
            if (marks[i] != 0 && own != null && Long.compareUnsigned(marks[i], own) > 0) {
                behind.add(i + 1L);
            }
        }
        return new RankedBehind(behind);
    }

    /** All marks except those of empty entries, as unsigned numbers. */
    private long[] sorted() {
        return Arrays.stream(marks, 0, count)
                .filter(mark -> mark != 0)
                .map(mark -> mark ^ Long.MIN_VALUE)
                .sorted()
                .map(mark -> mark ^ Long.MIN_VALUE)
                .toArray();
    }

    private static int network(long mark) {
        return (int) (mark >>> 32);
    }

    /** The index where each network begins, and where the last one ends. */
    private static int[] starts(long[] sorted) {
        var starts = new int[sorted.length + 1];
        var many = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || network(sorted[i]) != network(sorted[i - 1])) {
                starts[many++] = i;
            }
        }
        starts[many] = sorted.length;
        return Arrays.copyOf(starts, many + 1);
    }

    private static long[] sizes(int[] starts) {
        var sizes = new long[starts.length - 1];
        Arrays.setAll(sizes, i -> (long) starts[i + 1] - starts[i]);
        return sizes;
    }

    /** The result for the added marks; without counted networks no entry stands behind. */
    public Excess excess() {
        return most == 0 ? new Excess(0, 0, 0) : excess(sizes(starts(sorted())), most);
    }

    private static Excess excess(long[] sizes, int most) {
        var limit = most;
        while (behind(sizes, limit) > RankedBehind.MOST) {
            // A smaller limit is never enough: each step takes this many off each network that has more.
            limit += Math.toIntExact(Math.max(1, (behind(sizes, limit) - RankedBehind.MOST) / over(sizes, limit)));
        }
        return new Excess(limit, over(sizes, limit), behind(sizes, limit));
    }

    private static long behind(long[] sizes, int limit) {
        return Arrays.stream(sizes).map(size -> Math.max(0, size - limit)).sum();
    }

    private static long over(long[] sizes, int limit) {
        return Arrays.stream(sizes).filter(size -> size > limit).count();
    }
}
