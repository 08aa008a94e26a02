package io.gatehouse.draw;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The entries of a draw behind all others, since many of their network take part ({@link Networks}).
 *
 * @param entries their numbers, upwards; at most {@value #MOST}
 */
public record RankedBehind(List<Long> entries) {

    /** The limit: their text fits one line of a ledger. */
    public static final int MOST = 8_000;

    /** No entry stands behind. */
    public static final RankedBehind NOBODY = new RankedBehind(List.of());

    /** A possessive pattern is a loop: any other repeated group takes a frame of the stack for each number. */
    private static final Pattern TEXT = Pattern.compile("(?:[1-9][0-9]{0,9}(?:,[1-9][0-9]{0,9})*+)?+");

    public RankedBehind {
        entries = List.copyOf(entries);
        if (entries.size() > MOST) {
            throw new IllegalArgumentException("behind must be " + MOST + " entries at most, were " + entries.size());
        }
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) <= (i == 0 ? 0 : entries.get(i - 1))) {
                throw new IllegalArgumentException("behind must be entries from 1 upwards, had " + entries.get(i));
            }
        }
    }

    /** Reads the text of {@link #toString}; throws {@link IllegalArgumentException} for any other. */
    public static RankedBehind parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException("behind must be numbers with commas between them");
        }
        if (text.isEmpty()) {
            return NOBODY;
        }
        var steps = Arrays.stream(text.split(",")).mapToLong(Long::parseLong).toArray();
        Arrays.parallelPrefix(steps, Long::sum);
        return new RankedBehind(Arrays.stream(steps).boxed().toList());
    }

    /** Refuses entries that no draw with this many entrants can have. */
    void requireOf(Draw draw, long entrants) {
        if (!entries.isEmpty() && (draw.mostPerNetwork() == 0 || entries.get(entries.size() - 1) > entrants)) {
            throw new IllegalArgumentException("behind must be of the " + entrants
                    + " entrants, in a draw that counts networks, was up to " + entries.get(entries.size() - 1));
        }
    }

    /** The first number, and then each difference to the number before, with commas between. */
    @Override
    public String toString() {
        return IntStream.range(0, entries.size())
                .mapToObj(i -> Long.toString(entries.get(i) - (i == 0 ? 0 : entries.get(i - 1))))
                .collect(Collectors.joining(","));
    }
}
