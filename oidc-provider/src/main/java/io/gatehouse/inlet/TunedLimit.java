package io.gatehouse.inlet;

import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The limit that a self-tuning room has found for its capacity or rate. The configured value stays the bound:
 * a limit above it changes nothing.
 *
 * @param steers what it limits
 * @param limit slots, or turns a second; 0 or more
 */
public record TunedLimit(Steers steers, double limit) {

    /** The value that a tuned limit bounds. */
    public enum Steers {
        /** The slots in use. */
        CAPACITY(Why.CAPACITY),
        /** The rate of turns. */
        RATE(Why.RATE);

        private final Why why;

        Steers(Why why) {
            this.why = why;
        }

        /** The rule that the limit tightens. */
        Why why() {
            return why;
        }
    }

    private static final double NANOS = 1e9;
    private static final double LONGEST_NANOS = (double) Duration.ofDays(1).toNanos();
    private static final long FEW_NANOS = Duration.ofMillis(1).toNanos();
    private static final int MANY = 1_000;

    public TunedLimit {
        if (!Double.isFinite(limit) || limit < 0) {
            throw new IllegalArgumentException("limit must be a number of 0 or more, was " + limit);
        }
    }

    /** The settings with the stricter of both; unchanged if they do not have the limited value. */
    RoomSettings under(RoomSettings settings) {
        return steers == Steers.CAPACITY
                ? settings.at(settings.rate(), capacity(settings.capacity()))
                : settings.at(settings.rate().map(this::slower), settings.capacity());
    }

    private OptionalLong capacity(OptionalLong configured) {
        return configured.isEmpty() ? configured : OptionalLong.of(Math.min(configured.getAsLong(), (long) limit));
    }

    private Rate slower(Rate configured) {
        var nanos = (long) Math.min(LONGEST_NANOS, NANOS / limit);
        if (nanos <= configured.nanosPerTurn()) {
            return configured;
        }
        return nanos >= FEW_NANOS
                ? new Rate(1, Duration.ofNanos(nanos))
                : new Rate(MANY, Duration.ofNanos(Math.max(FEW_NANOS, nanos * MANY)));
    }

    /** Turns a minute under these settings, if it limits the rate. */
    public OptionalDouble perMinute(RoomSettings settings) {
        return steers == Steers.RATE
                ? under(settings).rate().map(Rate::perMinute).stream()
                        .mapToDouble(Double::doubleValue)
                        .findFirst()
                : OptionalDouble.empty();
    }

    /** Slots under these settings, if it limits them. */
    public OptionalLong slots(RoomSettings settings) {
        return steers == Steers.CAPACITY ? under(settings).capacity() : OptionalLong.empty();
    }

    /** Whether these settings have the limited value. */
    boolean fits(RoomSettings settings) {
        return steers == Steers.CAPACITY
                ? settings.capacity().isPresent()
                : settings.rate().isPresent();
    }

    /** Whether it is stricter than these settings. */
    boolean isBelow(RoomSettings settings) {
        return !under(settings).equals(settings);
    }
}
