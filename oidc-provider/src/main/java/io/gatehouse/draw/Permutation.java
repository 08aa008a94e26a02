package io.gatehouse.draw;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A keyed permutation of 1 to n, without a list: from entries to drawn positions, and back.
 *
 * <p>A balanced Feistel network of 16 rounds over w bits, w being even, at least 8, and so large that 2^w is
 * 2n or more; from a number beyond n it goes on until it meets one within (cycle walking). A Feistel network
 * is an even permutation of all its numbers: so no n may be all of them, and small n walk through many. A
 * round takes the first four bytes, big-endian, of SHA-256 over key, round (0 to 15, one byte) and right half
 * (four bytes, big-endian), and of them the low w/2 bits. There are few right halves, and what each makes is
 * kept; so after the first positions no digest is needed, and on average a position takes fewer than eight
 * walks, more below n = 32. Any number of threads may ask: they all write the same values.
 *
 * <p>Where entries stand {@link RankedBehind behind}, all others move up, and those come after all others;
 * both groups keep the order of the rounds. So it is still a permutation of 1 to n.
 */
public final class Permutation {

    /** The most entrants. */
    public static final long MOST = 1_000_000_000;

    private static final int ROUNDS = 16;

    private final long count;
    private final int half;
    private final byte[] key;

    /** By round and right half: the complement of the result; 0 before it is computed. */
    private final int[][] made;

    /** The positions that entries behind have drawn before they go behind, in that order. */
    private final long[] behind;

    /** @param key 32 bytes */
    Permutation(byte[] key, long count) {
        this(key, count, RankedBehind.NOBODY);
    }

    Permutation(byte[] key, long count, RankedBehind behind) {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("entrants must be 1 to " + MOST + ", were " + count);
        }
        this.count = count;
        this.half = half(count);
        this.key = key.clone();
        this.made = new int[ROUNDS][1 << half];
        this.behind = behind.entries().stream().mapToLong(this::drawn).sorted().toArray();
    }

    private static int half(long count) {
        var half = 4;
        while (1L << (2 * half) < 2 * count) {
            half++;
        }
        return half;
    }

    /** The number of entries. */
    public long count() {
        return count;
    }

    /** The position that this entry has drawn, both from 1. */
    public long position(long entry) {
        var drawn = drawn(entry);
        var found = Arrays.binarySearch(behind, drawn);
        return found < 0 ? drawn - (-found - 1) : count - behind.length + found + 1;
    }

    /** The entry that has drawn this position. */
    public long entry(long position) {
        var before = count - behind.length;
        return entryOf(
                position > before && position <= count ? behind[(int) (position - before - 1)] : among(position));
    }

    /** The position that the rounds gave to the entry at this place among those that are not behind. */
    private long among(long position) {
        var least = 0;
        var most = behind.length;
        while (least < most) {
            var middle = (least + most) >>> 1;
            if (behind[middle] - middle > position) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return position + least;
    }

    /** The position that an entry would have drawn if none stood behind. */
    private long drawn(long entry) {
        var number = within(entry, "entry");
        do {
            number = forth(number);
        } while (number >= count);
        return number + 1;
    }

    private long entryOf(long drawn) {
        var number = within(drawn, "position");
        do {
            number = back(number);
        } while (number >= count);
        return number + 1;
    }

    private long within(long one, String name) {
        if (one < 1 || one > count) {
            throw new IllegalArgumentException(name + " must be 1 to " + count + ", was " + one);
        }
        return one - 1;
    }

    private long forth(long number) {
        var left = (int) (number >>> half);
        var right = (int) number & ((1 << half) - 1);
        for (var round = 0; round < ROUNDS; round++) {
            var next = left ^ round(round, right);
            left = right;
            right = next;
        }
        return (long) left << half | right;
    }

    private long back(long number) {
        var left = (int) (number >>> half);
        var right = (int) number & ((1 << half) - 1);
        for (var round = ROUNDS - 1; round >= 0; round--) {
            var before = right ^ round(round, left);
            right = left;
            left = before;
        }
        return (long) left << half | right;
    }

    private int round(int round, int right) {
        var known = made[round][right];
        if (known == 0) {
            known = ~digested(round, right);
            made[round][right] = known;
        }
        return ~known;
    }

    private int digested(int round, int right) {
        var text =
                ByteBuffer.allocate(key.length + 5).put(key).put((byte) round).putInt(right);
        var digest = ByteBuffer.wrap(Hashes.sha256().digest(text.array()));
        return digest.getInt() & ((1 << half) - 1);
    }
}
