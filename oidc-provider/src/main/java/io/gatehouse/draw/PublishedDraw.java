package io.gatehouse.draw;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The public data of a draw that is over; from it anyone can compute every position.
 *
 * @param draw as announced
 * @param commitment to the seed, published before the lobby opened
 * @param entrants how many there were when the doors opened, 1 to {@value Permutation#MOST}
 * @param receipts SHA-256 over all entrants' receipts in order of entry, a line feed behind each; published
 *     when the doors opened
 * @param behind which entries stand behind all others; published with the receipts
 * @param publicValue from the announced source, one line of 1 to 1,000 characters
 * @param seed published last
 * @param key the key of the order, published with the seed: it follows from all of this
 */
public record PublishedDraw(
        Draw draw,
        String commitment,
        long entrants,
        String receipts,
        RankedBehind behind,
        String publicValue,
        Seed seed,
        String key) {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    public PublishedDraw {
        requireDigest("commitment", commitment);
        requireDigest("receipts", receipts);
        requireDigest("key", key);
        Draw.requireLine("publicValue", publicValue, 1000);
        if (entrants < 1 || entrants > Permutation.MOST) {
            throw new IllegalArgumentException("entrants must be 1 to " + Permutation.MOST + ", were " + entrants);
        }
        behind.requireOf(draw, entrants);
    }

    private static void requireDigest(String name, String text) {
        if (!DIGEST.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    name + " must be 64 hexadecimal digits in lower case, was \"" + text + "\"");
        }
    }

    /** The position that the receipt proves, or the reason that it proves none. */
    public Verdict verify(String text) {
        if (!seed.commitment(draw).equals(commitment)) {
            return Verdict.of(Finding.WRONG_SEED);
        }
        if (draw.source().equals(Draw.RECEIPTS) && !publicValue.equals(receipts)) {
            return Verdict.of(Finding.WRONG_VALUE);
        }
        if (!seed.key(draw, entrants, publicValue, behind).equals(key)) {
            return Verdict.of(Finding.WRONG_KEY);
        }
        return Receipt.parse(text).map(this::verify).orElseGet(() -> Verdict.of(Finding.NO_RECEIPT));
    }

    /**
     * Whether these are the marks of all entrants in order of entry: the only ones that the hash over the
     * receipts binds; and whether the entries behind follow from them.
     */
    public boolean binds(Stream<String> marks) {
        var all = seed.receipts(draw);
        var networks = new Networks(draw.mostPerNetwork());
        marks.forEachOrdered(mark -> {
            all.add(mark);
            networks.add(mark);
        });
        return all.count() == entrants
                && all.digest().equals(receipts)
                && networks.behind().equals(behind);
    }

    private Verdict verify(Receipt receipt) {
        if (!receipt.room().equals(draw.room()) || !receipt.draw().equals(draw.id())) {
            return Verdict.of(Finding.OTHER_DRAW);
        }
        if (!seed.receipts(draw).of(receipt.entry(), receipt.mark()).equals(receipt)) {
            return Verdict.of(Finding.FORGED);
        }
        if (receipt.entry() > entrants) {
            return Verdict.of(Finding.NOT_AN_ENTRANT);
        }
        var order = seed.permutation(draw, entrants, publicValue, behind);
        return new Verdict(Finding.GENUINE, receipt.entry(), order.position(receipt.entry()));
    }

    /** The result of a verification: the first of these that applies. */
    public enum Finding {
        /** The seed is not the one that was committed to. */
        WRONG_SEED,
        /** The public value is not the hash over the receipts, as was announced. */
        WRONG_VALUE,
        /** The order was not made of this seed, these entrants and this public value. */
        WRONG_KEY,
        /** The text is no receipt. */
        NO_RECEIPT,
        /** The receipt is of another room or draw. */
        OTHER_DRAW,
        /** The receipt was not given out, or was changed. */
        FORGED,
        /** The receipt has a number beyond the entrants' when the doors opened. */
        NOT_AN_ENTRANT,
        /** The receipt was given out, and has drawn a position. */
        GENUINE
    }

    /**
     * The result for one receipt.
     *
     * @param entry of a genuine receipt, else 0
     * @param position that a genuine receipt has drawn, else 0
     */
    public record Verdict(Finding finding, long entry, long position) {

        private static Verdict of(Finding finding) {
            return new Verdict(finding, 0, 0);
        }
    }
}
