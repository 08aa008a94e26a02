package io.gatehouse.store;

import java.time.Instant;

/** A moment to the nanosecond, as one text: seconds, a dot, nanoseconds; no text stands for 1970. */
public final class KeptInstant {

    private KeptInstant() {}

    /** The text to be kept. */
    public static String text(Instant instant) {
        return instant.getEpochSecond() + "." + instant.getNano();
    }

    /** The moment of a kept text. */
    public static Instant read(String text) {
        var dot = text.indexOf('.');
        return text.isEmpty()
                ? Instant.EPOCH
                : Instant.ofEpochSecond(
                        Long.parseLong(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1)));
    }
}
