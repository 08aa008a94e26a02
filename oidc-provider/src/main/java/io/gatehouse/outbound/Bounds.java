package io.gatehouse.outbound;

import java.time.Duration;

/**
 * The limits of one purpose: how many bytes of a body are read, how long an answer may take with its body,
 * and how many requests are under way at a time.
 */
public record Bounds(int bytes, Duration time, int atOnce) {

    /** Bytes: many times any document that is read. */
    public static final int DOCUMENT = 64 * 1024;

    public Bounds {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must be 0 or more, was " + bytes);
        }
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("time must be more than nothing, was " + time);
        }
        if (atOnce < 1) {
            throw new IllegalArgumentException("atOnce must be 1 or more, was " + atOnce);
        }
    }

    /** The bounds of documents: keys, certificates, what a provider says of itself. */
    public static Bounds ofDocuments(Duration time, int atOnce) {
        return new Bounds(DOCUMENT, time, atOnce);
    }
}
