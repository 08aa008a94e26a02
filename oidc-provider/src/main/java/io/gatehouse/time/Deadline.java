package io.gatehouse.time;

import java.time.Duration;

/** A moment of a ticker: the last for something that must end, or the first for something that may happen again. */
public final class Deadline {

    private final Ticker ticker;
    private final long at;

    private Deadline(Ticker ticker, long at) {
        this.ticker = ticker;
        this.at = at;
    }

    /** The moment when this span has passed from now on. */
    public static Deadline after(Duration span, Ticker ticker) {
        return new Deadline(ticker, ticker.read() + span.toNanos());
    }

    /** Whether it has come. */
    public boolean isExpired() {
        return at - ticker.read() <= 0;
    }

    /** How far away it is; negative when it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(at - ticker.read());
    }
}
