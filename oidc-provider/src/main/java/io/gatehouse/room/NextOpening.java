package io.gatehouse.room;

/**
 * The opening that is to begin, and the one that it follows. Usually that is the next number; a later one
 * where the store has been put back from an old copy, and visitors may hold places of openings that it does
 * not know: a number that they name must not come again.
 *
 * @param after the opening that must be running, or else none begins
 * @param opening the one that begins, later than that
 */
public record NextOpening(long after, long opening) {

    public NextOpening {
        if (opening <= after) {
            throw new IllegalArgumentException("opening must be later than " + after + ", was " + opening);
        }
    }

    /** The next number, which is the usual case. */
    public static NextOpening following(long running) {
        return new NextOpening(running, running + 1);
    }
}
