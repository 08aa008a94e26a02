package io.gatehouse.simulate;

import io.gatehouse.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The time of a simulation: it stands still until it is set forward. Its clock and its ticker agree. */
final class VirtualTime extends Clock implements Ticker {

    private final Instant start;
    private Instant now;

    VirtualTime(Instant start) {
        this.start = start;
        this.now = start;
    }

    void set(Instant next) {
        now = next;
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public long read() {
        return Duration.between(start, now).toNanos();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
