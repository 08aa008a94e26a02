package io.gatehouse.store;

import java.time.Instant;

/** The clock of a store that several nodes share. */
@FunctionalInterface
public interface StoreTime {

    /** The range in which the moment of the store's answer lies. */
    record Range(Instant earliest, Instant latest) {}

    /** Asks the store; {@link io.gatehouse.room.StoreUnavailableException} when it does not say. */
    Range read();
}
