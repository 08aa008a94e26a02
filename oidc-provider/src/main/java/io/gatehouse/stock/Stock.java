package io.gatehouse.stock;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The number of visitors that a room admits in one opening: as many as there are things to sell.
 *
 * <p>An open turn and an admission hold one each. The end of the admission consumes it, or returns it to the
 * next visitor. An unclaimed turn always returns it. So never more are held and consumed together than there
 * are, unless an operator lowers the number: then no visitor is turned out, and none is called before enough
 * has come back.
 *
 * @param most how many, 0 or more
 * @param consumedBy which endings of an admission consume; never {@link Ending#NO_SHOW}
 */
public record Stock(long most, Set<Ending> consumedBy) {

    /** The endings that consume it unless the configuration names others. */
    public static final Set<Ending> USUALLY = Set.of(Ending.COMPLETED);

    /** The rest that is left for visitors who wait. */
    public enum Level {
        /** At least one is left. */
        SOME,
        /** None is left, and held ones may still come back. */
        TAKEN,
        /** None is left, and none can come back. */
        SOLD_OUT
    }

    public Stock {
        if (most < 0) {
            throw new IllegalArgumentException("stock must be 0 or more, was " + most);
        }
        consumedBy = Set.copyOf(consumedBy);
        if (consumedBy.contains(Ending.NO_SHOW)) {
            throw new IllegalArgumentException("a turn that nobody has taken consumes nothing");
        }
    }

    /** Reads {@link #words}; {@link IllegalArgumentException} names the known ones. */
    public static Set<Ending> endings(String words) {
        var endings = EnumSet.noneOf(Ending.class);
        Stream.of(words.strip().split("[\\s,]+", -1)).forEach(word -> endings.add(ending(word)));
        return endings;
    }

    private static Ending ending(String word) {
        return Stream.of(Ending.COMPLETED, Ending.ABANDONED, Ending.EXPIRED)
                .filter(ending -> word(ending).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a stock is consumed by one or more of completed abandoned expired, was \"" + word + "\""));
    }

    /** The consuming endings as the configuration and the API have them: {@code completed expired}. */
    public String words() {
        return consumedBy.stream().sorted().map(Stock::word).collect(Collectors.joining(" "));
    }

    private static String word(Ending ending) {
        return ending.name().toLowerCase(Locale.ROOT);
    }

    /** The number of consumed things. */
    public long consumed(Endings endings) {
        return consumedBy.stream().mapToLong(endings::of).sum();
    }

    /** The number that may be called while this many slots are taken; 0 or more. */
    public long free(long slots, Endings endings) {
        return Math.max(0, most - consumed(endings) - slots);
    }

    /** The level while this many slots are taken. */
    public Level level(long slots, Endings endings) {
        return consumed(endings) >= most ? Level.SOLD_OUT : free(slots, endings) == 0 ? Level.TAKEN : Level.SOME;
    }
}
