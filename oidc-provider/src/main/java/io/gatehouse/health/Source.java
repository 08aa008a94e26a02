package io.gatehouse.health;

import java.io.IOException;

/**
 * An outside source. Its name for logs is its {@code toString}.
 *
 * @param <A> what it answers
 */
@FunctionalInterface
public interface Source<A> {

    /**
     * The source's answer now. Waits for an answer for some seconds at most; throws when there is none that
     * counts, with a message that says why.
     */
    A ask() throws IOException;
}
