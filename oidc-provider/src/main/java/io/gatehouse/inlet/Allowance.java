package io.gatehouse.inlet;

import io.gatehouse.room.Advance;

/**
 * The answer of an inlet.
 *
 * @param turns how many visitors may be called now, 0 or more
 * @param why the rule that set the number
 */
public record Allowance(long turns, Advance.Why why) {

    public Allowance {
        if (turns < 0) {
            throw new IllegalArgumentException("turns must be 0 or more, were " + turns);
        }
    }

    /** The answer of a rule that holds no one now. */
    static Allowance any(Advance.Why why) {
        return new Allowance(Long.MAX_VALUE, why);
    }

    /** The stricter answer; of equal ones this. */
    Allowance and(Allowance other) {
        return other.turns < turns ? other : this;
    }
}
