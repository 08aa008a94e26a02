package io.gatehouse.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the state of a "Virtual Waiting Room on AWS" is read: from its exports, or from itself. Nothing is
 * written there.
 */
interface OldStack {

    /** What is wrong with it, as a sentence for its reader. */
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
     * How long the old stack keeps a number that it has called.
     *
     * @param table of its serving counters, as {@link #serving} finds it
     * @param period its QueuePositionExpiryPeriod, in seconds
     */
    record Expiry(String table, long period) {}

    /** What is called so where a sentence is about the table of queue positions. */
    String name();

    /** The table of queue positions. */
    List<Item> positions() throws IOException, UnusableException;

    /** The table of tokens; empty where it is not brought. */
    Optional<List<Item>> tokens() throws IOException, UnusableException;

    /** How long it keeps a number that it has called; empty where that is not brought. */
    Optional<Expiry> expiry();

    /** The table of serving counters: when each was reached. */
    List<Item> serving(Expiry expiry) throws IOException, UnusableException;

    /** The private key that signs its tokens, as its secret has it; empty where it is not brought. */
    Optional<String> key() throws IOException, UnusableException;

    /** The counters of Redis that are there, by name. */
    Map<String, Long> counters() throws IOException, UnusableException;
}
