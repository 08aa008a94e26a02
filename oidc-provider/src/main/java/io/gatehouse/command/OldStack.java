package io.gatehouse.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the state of a "Virtual Waiting Room on AWS", from its exports or from itself, and writes nothing there. */
interface OldStack {

    /** A fault of the old state, as a sentence for the operator. */
    final class UnusableException extends Exception {

        private static final long serialVersionUID = 1L;

        UnusableException(String sentence) {
            super(sentence);
        }
    }

    /**
     * An item of a table.
     *
     * @param texts its attributes of type S
     * @param numbers its attributes of type N, as they are written
     */
    record Item(Map<String, String> texts, Map<String, String> numbers) {}

    /**
     * The time that the old stack keeps a number that it has called.
     *
     * @param table of its serving counters, as {@link #serving} finds it
     * @param period its QueuePositionExpiryPeriod, in seconds
     */
    record Expiry(String table, long period) {}

    /** The name of the table of queue positions in sentences. */
    String name();

    /** The table of queue positions. */
    List<Item> positions() throws IOException, UnusableException;

    /** The table of tokens; empty where it is not imported. */
    Optional<List<Item>> tokens() throws IOException, UnusableException;

    /** The time that it keeps called numbers; empty where that is not imported. */
    Optional<Expiry> expiry();

    /** The table of serving counters, with the moment of each. */
    List<Item> serving(Expiry expiry) throws IOException, UnusableException;

    /** The private key that signs its tokens, in the form of its secret; empty where it is not imported. */
    Optional<String> key() throws IOException, UnusableException;

    /** The counters of its Redis, by name. */
    Map<String, Long> counters() throws IOException, UnusableException;
}
