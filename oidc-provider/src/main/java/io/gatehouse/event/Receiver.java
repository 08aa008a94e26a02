package io.gatehouse.event;

import java.util.List;
import java.util.Optional;

/** A receiver of events. */
interface Receiver extends AutoCloseable {

    /**
     * An event on its way.
     *
     * @param source the room, as an address of this installation
     * @param sequence its number among the events of its room: a later one has a higher one
     */
    record Notice(String source, long sequence, Event event) {}

    /**
     * The outcome of a call.
     *
     * @param taken how many notices were taken, from the first on
     * @param refusal why the next one was not taken; empty when all were
     */
    record Outcome(int taken, Optional<String> refusal) {

        static Outcome all(List<Notice> notices) {
            return new Outcome(notices.size(), Optional.empty());
        }

        static Outcome none(String why) {
            return new Outcome(0, Optional.of(why));
        }
    }

    /** How many notices it takes at once. */
    int most();

    /**
     * Takes these to it, in their order. What it has behind one that it refused is not counted as taken, and
     * comes again. May take some seconds.
     */
    Outcome take(List<Notice> notices);

    @Override
    default void close() {}
}
