package io.gatehouse.flow;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that goes on with the machine's and can be put forward. */
public final class MutableClock extends Clock {

    private final Clock real = Clock.tickMillis(ZoneOffset.UTC);
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    /** Puts the clock forward. */
    public void advance(Duration span) {
        ahead.updateAndGet(before -> before.plus(span));
    }

    @Override
    public Instant instant() {
        return real.instant().plus(ahead.get());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("UTC will do");
    }
}
