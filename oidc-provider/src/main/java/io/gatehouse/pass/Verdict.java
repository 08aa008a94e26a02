package io.gatehouse.pass;

/** The worth of a pass to its bearer. */
public enum Verdict {
    /** There is none, or the room takes none. */
    NONE,
    /** Its bearer need not wait. */
    GOOD,
    /** Its bearer need not wait, nor any number of others who bring it, or come from the same address. */
    SHARED,
    /** It is shared, and too many have come by it from one address: the next ones wait in line. */
    BUSY,
    /** The keys to check it with cannot be read now: its bearer waits in line until they can. */
    UNKNOWN,
    /** It may be good, but too many wrong codes have come from the address: its codes are not checked for a while. */
    GUESSED,
    /** Its time is over. */
    EXPIRED,
    /** Its time has not come. */
    EARLY,
    /** It is good for one browser, and has been used in another. */
    USED,
    /** It is none of this room's, or nothing that an operator has signed. */
    WRONG;

    /** Whether its bearer need not wait. */
    public boolean isGood() {
        return this == GOOD || this == SHARED;
    }

    /** Whether its bearer is told so, and decides whether to wait without it. */
    public boolean isRefused() {
        return this == EXPIRED || this == EARLY || this == USED || this == WRONG;
    }
}
