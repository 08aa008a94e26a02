package io.gatehouse.room;

import java.time.Duration;
import java.time.Instant;

/**
 * How far the serving counter is to move, and what that uses up.
 *
 * @param turns how many visitors are called, 0 or more
 * @param letIn how many of them, the last, were let in by an operator's hand, 0 or more; these use no rate up
 * @param pacedUntil up to when the rate is used up, once all of them have been called
 * @param perTurn how much of that each uses up; nothing in a room without a rate
 */
public record Advance(long turns, long letIn, Instant pacedUntil, Duration perTurn) {

    public Advance {
        if (turns < 0 || letIn < 0 || letIn > turns) {
            throw new IllegalArgumentException(
                    "turns must be 0 or more and cover those let in by hand, were " + turns + " and " + letIn);
        }
    }

    /** One of a room without a rate. */
    public Advance(long turns, long letIn, Instant pacedUntil) {
        this(turns, letIn, pacedUntil, Duration.ZERO);
    }

    /** How many of the first so many were let in by hand. */
    long byHand(long called) {
        return Math.max(0, called - (turns - letIn));
    }

    /** Up to when the rate is used up, once so many have been called. */
    Instant pacedUntil(long called) {
        var left = turns - letIn - (called - byHand(called));
        return pacedUntil.minus(perTurn.multipliedBy(left));
    }
}
