package io.gatehouse.time;

/**
 * Measures spans. Unlike a clock it never goes back and cannot be set; only differences of its numbers have a
 * meaning.
 */
@FunctionalInterface
public interface Ticker {

    /** Nanoseconds since a moment that is the same for all readings, as {@link System#nanoTime()} has it. */
    long read();
}
