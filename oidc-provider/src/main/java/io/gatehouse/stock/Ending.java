package io.gatehouse.stock;

/** The way in which a slot comes free. Other ways, such as a turn that its visitor gives up, are not counted. */
public enum Ending {
    /** A turn has gone by unclaimed. */
    NO_SHOW,
    /** A visit was finished: logged out, revoked, or reported as completed. */
    COMPLETED,
    /** A visit was given up, or the site never saw the visitor that was let in. */
    ABANDONED,
    /** The time of a visit ran out, or an operator ended it. */
    EXPIRED
}
