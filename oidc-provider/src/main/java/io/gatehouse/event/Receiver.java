package io.gatehouse.event;

import java.util.List;
import java.util.Optional;

/** Somebody who is told of events. */
interface Receiver extends AutoCloseable {

    /**
     * An event on its way.
     *
     * @param source the room, as an address of this installation
     * @param sequence its number among the events of its room: a later one has a higher one
     */
    record Notice(String source, long sequence, Event event) {}

    /** How many notices it takes at once. */
    int most();

    /** Takes these to it, in their order; empty when it has them all, else why not. May take some seconds. */
    Optional<String> take(List<Notice> notices);

    @Override
    default void close() {}
}
