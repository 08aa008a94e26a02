package io.gatehouse.time;

/**
 * Measures spans. Unlike a clock it never goes back and cannot be set; its numbers mean nothing by
 * themselves.
 */
@FunctionalInterface
public interface Ticker {

    /** Nanoseconds since some moment that is the same for all readings, as {@link System#nanoTime()} has it. */
    long read();
}
