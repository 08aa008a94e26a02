package io.gatehouse.room;

import java.time.Instant;

/**
 * How far the serving counter is to move, and what that uses up.
 *
 * @param turns how many visitors are called, 0 or more
 * @param letIn how many of them were let in by an operator's hand, 0 or more
 * @param pacedUntil up to when the rate is used up
 */
public record Advance(long turns, long letIn, Instant pacedUntil) {

    public Advance {
        if (turns < 0 || letIn < 0 || letIn > turns) {
            throw new IllegalArgumentException(
                    "turns must be 0 or more and cover those let in by hand, were " + turns + " and " + letIn);
        }
    }
}
