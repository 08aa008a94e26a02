package io.gatehouse.time;

import java.time.Duration;

/** A moment of a ticker: the end of a wait, or the earliest time for a repetition. */
public final class Deadline {

    private final Ticker ticker;
    private final long at;

    private Deadline(Ticker ticker, long at) {
        this.ticker = ticker;
        this.at = at;
    }

    /** The moment after this span from now. */
    public static Deadline after(Duration span, Ticker ticker) {
        return new Deadline(ticker, ticker.read() + span.toNanos());
    }

    /** Whether the moment has come. */
    public boolean isExpired() {
        return at - ticker.read() <= 0;
    }

    /** The time until the moment; negative when it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(at - ticker.read());
    }
}
