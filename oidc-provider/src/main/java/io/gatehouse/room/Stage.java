package io.gatehouse.room;

/** How far a place has come. The names are those of the board, the waiting page and the panel. */
public enum Stage {
    /** In line; the serving counter has not reached the position. */
    WAITING,
    /** Called: the claim window is running. */
    TURN,
    /** The turn went by unclaimed; the visitor may ask for one second chance, for a while. */
    LAPSED,
    /** Asked for the second chance: called before those who are still waiting, as far as the returning ones' share goes. */
    RETURNING,
    /** Claimed the turn and holds an admission. */
    ADMITTED,
    /** The visit was finished: logged out, revoked, or reported as completed. */
    COMPLETED,
    /** The visit was given up, or the site never saw the visitor that was let in. */
    ABANDONED,
    /** The time of the admission or of the second chance ran out, nobody looked for the place, or an operator ended it. */
    EXPIRED,
    /** The visitor left the line. */
    LEFT;

    /** True when nothing can follow: who comes again takes a new place. */
    public boolean isEnded() {
        return this == COMPLETED || this == ABANDONED || this == EXPIRED || this == LEFT;
    }

    /** True while the place takes a slot of the room's capacity: an open turn, or an admission. */
    public boolean takesSlot() {
        return this == TURN || this == ADMITTED;
    }
}
