package io.gatehouse.room;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an operator may turn while the room runs.
 *
 * @param rate how fast turns are handed out; without one, and without a capacity, they are let in by hand
 * @param capacity how many may hold an admission or an open turn at once, 0 or more
 * @param isPaused whether nobody new is called; all places are kept
 */
public record RoomSettings(Optional<Rate> rate, OptionalLong capacity, boolean isPaused) {

    public RoomSettings {
        if (capacity.isPresent() && capacity.getAsLong() < 0) {
            throw new IllegalArgumentException("capacity must be 0 or more, was " + capacity.getAsLong());
        }
    }

    /** Whether only an operator lets people in. */
    public boolean isByHand() {
        return rate.isEmpty() && capacity.isEmpty();
    }

    /** The same settings, paused or not. */
    public RoomSettings paused(boolean paused) {
        return new RoomSettings(rate, capacity, paused);
    }
}
