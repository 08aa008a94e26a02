package io.gatehouse.albexample.alb;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that the test moves: the machine's, or one that stands, and an offset. */
public final class MutableClock extends Clock {

    private volatile Clock real = Clock.systemUTC();
    private volatile Duration offset = Duration.ZERO;

    /** Stops: for limits that a slow machine must not use up by itself. */
    public void stands() {
        real = Clock.fixed(real.instant(), ZoneOffset.UTC);
    }

    public void advance(Duration step) {
        offset = offset.plus(step);
    }

    @Override
    public Instant instant() {
        return real.instant().plus(offset);
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
