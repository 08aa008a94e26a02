package io.gatehouse.inlet;

/**
 * An inlet's answer.
 *
 * @param turns how many may be called now, 0 or more
 * @param why the rule that set the number
 */
public record Allowance(long turns, Why why) {

    /** Which rule holds the line, for the panel. */
    public enum Why {
        /** Nobody is called while the room is paused. */
        PAUSED,
        /** The doors are not open, as the schedule or the mode says. */
        NOT_OPEN,
        /** The doors are open, and the draw is not done yet that says who comes first. */
        DRAW,
        /** Nobody is called while the room holds everyone. */
        HELD,
        /** Everybody is called on arrival. */
        PASS_THROUGH,
        /** An operator lets visitors in by hand. */
        BY_HAND,
        /** The rate allows no more just now. */
        RATE,
        /** All slots are taken. */
        CAPACITY,
        /** What is left of the stock is taken; some may come back. */
        STOCK,
        /** The stock is consumed. */
        SOLD_OUT
    }

    public Allowance {
        if (turns < 0) {
            throw new IllegalArgumentException("turns must be 0 or more, were " + turns);
        }
    }

    Allowance and(Allowance other) {
        return other.turns < turns ? other : this;
    }
}
