package io.gatehouse.inlet;

import io.gatehouse.room.Advance;

/**
 * An inlet's answer.
 *
 * @param turns how many may be called now, 0 or more
 * @param why the rule that set the number
 */
public record Allowance(long turns, Advance.Why why) {

    public Allowance {
        if (turns < 0) {
            throw new IllegalArgumentException("turns must be 0 or more, were " + turns);
        }
    }

    Allowance and(Allowance other) {
        return other.turns < turns ? other : this;
    }
}
