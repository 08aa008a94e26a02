package io.gatehouse.room;

/**
 * An act on one place. Each is safe to repeat, and one that does not fit the place's stage changes nothing:
 * the stage of the place that comes back tells.
 */
public enum Act {
    /** The visitor takes the turn: an admission begins. Many at once give one admission. */
    CLAIM,
    /**
     * The visitor asks for another claim window while others wait for the slot; granted once a turn, and as
     * often as {@link #EXTEND_AGAIN} where the turn hands its slot on before its end.
     */
    EXTEND,
    /**
     * {@link #EXTEND} while no visitor behind waits for the slot; granted up to ten times a turn, each when
     * no more than one window is left.
     */
    EXTEND_AGAIN,
    /** The visitor is told of the turn elsewhere: its slot is held as long as {@link Terms.Notices} says. */
    HOLD,
    /** The visitor looks for the place in line: it is kept for another while. */
    LOOK,
    /**
     * The visitor whose turn lapsed, or whose visit ran out of time, asks to be called again; granted once a
     * place, and for a while.
     */
    RETURN,
    /** The site has redeemed a code: the admission counts as used and lasts its whole time. */
    ARRIVE,
    /** {@link #ARRIVE} at a site that would not hear of the end: the slot is kept for as long as its tokens last. */
    ARRIVE_UNHEARD,
    /** The visitor has proved the admission anew ({@code prompt=login}, {@code max_age}). */
    PROVE,
    /**
     * The visit is used: its end moves where the room renews visits ({@link Terms.Renewal}) and the end moves
     * by a worthwhile part.
     */
    RENEW,
    /** The visitor gives the place up; no act of the admitted, whose tokens it would not end. */
    LEAVE,
    /** The visit is over, as its visitor or a site says; its slot is kept where a site would not hear of it. */
    COMPLETE,
    /** The visit was given up. */
    ABANDON,
    /** An operator ends the admission, and gives its slot on at once; it has no second chance. */
    EXPIRE
}
