package io.gatehouse.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that goes on with the machine's, or stands, and can be moved. */
public final class MutableClock extends Clock {

    private static final Clock MACHINE = Clock.tickMillis(ZoneOffset.UTC);

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private volatile Clock real;

    /** Goes on with the machine's. */
    public MutableClock() {
        this(MACHINE);
    }

    private MutableClock(Clock real) {
        this.real = real;
    }

    /** One that stands at an instant, the same in each run, until it is moved. */
    public static MutableClock standing() {
        return new MutableClock(Clock.fixed(Instant.parse("2026-11-21T20:00:00Z"), ZoneOffset.UTC));
    }

    /** Stops: for limits that a slow machine must not use up by itself. */
    public void stands() {
        real = Clock.fixed(real.instant(), ZoneOffset.UTC);
    }

    /** Goes on with the machine's, which never puts it back. */
    public void goesOn() {
        real = MACHINE;
    }

    /** Puts the clock forward, or back. */
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
