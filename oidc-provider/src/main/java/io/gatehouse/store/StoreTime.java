package io.gatehouse.store;

import java.time.Instant;

/** What time it is by the clock of a store that several nodes share. */
@FunctionalInterface
public interface StoreTime {

    /** The moment at which the store answered lies in here. */
    record Range(Instant earliest, Instant latest) {}

    /** Asks the store; {@link io.gatehouse.room.StoreUnavailableException} when it does not say. */
    Range read();
}
