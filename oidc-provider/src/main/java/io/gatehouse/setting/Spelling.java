package io.gatehouse.setting;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Suggests the known word that a misspelt word probably means. */
public final class Spelling {

    private Spelling() {}

    /** The known word with the smallest distance; of several, the first in the alphabet. */
    public static Optional<String> nearest(String written, Stream<String> known) {
        return known.min(Comparator.comparingInt((String one) -> distance(one, written))
                .thenComparing(Comparator.naturalOrder()));
    }

    /** The number of letters to add, drop or change (Levenshtein). */
    static int distance(String one, String other) {
        var row = IntStream.rangeClosed(0, other.length()).toArray();
        for (var i = 1; i <= one.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= other.length(); j++) {
                var above = row[j];
                var changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[other.length()];
    }
}
