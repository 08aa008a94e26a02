package io.gatehouse.site;

import java.time.Duration;

/**
 * The time that a relying party waits for its visitor to come back.
 *
 * @param limit how long it keeps a login that it has begun
 * @param fresh how old a parked request may be to be answered directly; no longer than the limit
 */
record Patience(Duration limit, Duration fresh) {

    private static final Duration SLACK = Duration.ofSeconds(30);

    /** The patience of a product that does not publish it: two minutes count as safe. */
    static final Patience UNPUBLISHED = of(Duration.ofSeconds(160));

    /** 75 % of the limit are fresh, and half a minute is left at least. */
    static Patience of(Duration limit) {
        var most = limit.multipliedBy(3).dividedBy(4);
        var slack = limit.minus(SLACK);
        var fresh = most.compareTo(slack) < 0 ? most : slack;
        return new Patience(limit, fresh.isNegative() ? Duration.ZERO : fresh);
    }

    /** The patience that remains if the relying party's session ends after that time. */
    Patience within(Duration session) {
        if (session.compareTo(limit) >= 0) {
            return this;
        }
        var shorter = of(session);
        return shorter.fresh.compareTo(fresh) < 0 ? shorter : new Patience(session, fresh);
    }
}
