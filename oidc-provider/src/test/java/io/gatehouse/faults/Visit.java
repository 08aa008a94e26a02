package io.gatehouse.faults;

import io.gatehouse.flow.Ticket;

/** One visitor as they know themselves: what they have been told, and what they have set out to do. */
final class Visit {

    /** How far the visitor has come, as far as they know. */
    enum State {
        /** Has been told a position. */
        WAITS,
        /** Has been told that they are in. */
        IS_IN,
        /** Has set out to leave. */
        LEAVES,
        /** Has been told that the leave has been taken. */
        IS_GONE
    }

    private final Ticket ticket;
    private State known = State.WAITS;
    private boolean isCalled;
    private boolean takesSlot;

    Visit(Ticket ticket) {
        this.ticket = ticket;
    }

    String cookie() {
        return ticket.cookie();
    }

    long position() {
        return ticket.position();
    }

    synchronized boolean knows(State what) {
        return known == what;
    }

    /** The visitor reads on the board that it is their turn; true the first time, if they still wait. */
    synchronized boolean isCalled() {
        var isNews = !isCalled && known == State.WAITS;
        isCalled = isCalled || isNews;
        return isNews;
    }

    /** The visitor is told that they are in; true the first time, unless they have set out to leave. */
    synchronized boolean isIn() {
        var isNews = known == State.WAITS;
        if (isNews) {
            known = State.IS_IN;
        }
        return isNews;
    }

    /** The visitor certainly takes a slot now; true if that is news. */
    synchronized boolean takesSlot() {
        var isNews = !takesSlot && (known == State.WAITS || known == State.IS_IN);
        takesSlot = takesSlot || isNews;
        return isNews;
    }

    /** The visitor sets out to leave, so that the slot may be another's from now on; true if they had one. */
    synchronized boolean leaves() {
        known = State.LEAVES;
        var had = takesSlot;
        takesSlot = false;
        return had;
    }

    synchronized void isGone() {
        known = State.IS_GONE;
    }

    @Override
    public synchronized String toString() {
        return "visitor at " + ticket.position() + ", " + known;
    }
}
