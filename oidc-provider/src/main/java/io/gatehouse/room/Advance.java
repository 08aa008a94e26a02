package io.gatehouse.room;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A planned move of the serving counter, and the rate and grants that it uses up.
 *
 * @param turns how many visitors are called, 0 or more
 * @param letIn how many of them, the last, were let in by an operator's hand, 0 or more; these use no rate up
 * @param pacedUntil up to when the rate is used up, once all of them have been called
 * @param perTurn how much of that each uses up; nothing in a room without a rate
 * @param why the rule of the inlet that set the number
 * @param held how long each turn holds its slot; empty: as long as it is open
 */
public record Advance(long turns, long letIn, Instant pacedUntil, Duration perTurn, Why why, Optional<Duration> held) {

    /** The rule that lets visitors in or holds them, for the panel, the ledger and the metrics. */
    public enum Why {
        /** No visitor is called while the room is paused. */
        PAUSED,
        /** The doors are not open, as the schedule or the mode says. */
        NOT_OPEN,
        /** The doors are open, and the draw is not done yet that says who comes first. */
        DRAW,
        /** No visitor is called while the room holds everyone. */
        HELD,
        /** Everybody is called on arrival. */
        PASS_THROUGH,
        /** An operator lets visitors in by hand. */
        BY_HAND,
        /** The rate allows no more just now. */
        RATE,
        /** All slots are taken. */
        CAPACITY,
        /** The room finds its limit by itself, below its capacity or rate, and the limit is reached. */
        TUNED,
        /** The rest of the stock is taken; some of it may come back. */
        STOCK,
        /** The stock is consumed. */
        SOLD_OUT
    }

    public Advance {
        if (turns < 0 || letIn < 0 || letIn > turns) {
            throw new IllegalArgumentException(
                    "turns must be 0 or more and cover those let in by hand, were " + turns + " and " + letIn);
        }
    }

    /** An advance whose turns hold their slots as long as they are open. */
    public Advance(long turns, long letIn, Instant pacedUntil, Duration perTurn, Why why) {
        this(turns, letIn, pacedUntil, perTurn, why, Optional.empty());
    }

    /** An advance of a room without a rate. */
    public Advance(long turns, long letIn, Instant pacedUntil) {
        this(turns, letIn, pacedUntil, Duration.ZERO, Why.CAPACITY);
    }

    /** This advance, whose turns each hold their slots for this time. */
    public Advance holding(Optional<Duration> time) {
        return new Advance(turns, letIn, pacedUntil, perTurn, why, time);
    }

    /** How many of the first {@code called} visitors were let in by hand. */
    long byHand(long called) {
        return Math.max(0, called - (turns - letIn));
    }

    /**
     * The rule that called the visitors after the first {@code before}, up to {@code after}: an operator's
     * hand, if it let in all of them.
     */
    Why why(long before, long after) {
        return after > before && byHand(after) - byHand(before) == after - before ? Why.BY_HAND : why;
    }

    /** Up to when the rate is used up, once this many have been called. */
    Instant pacedUntil(long called) {
        var left = turns - letIn - (called - byHand(called));
        return pacedUntil.minus(perTurn.multipliedBy(left));
    }
}
