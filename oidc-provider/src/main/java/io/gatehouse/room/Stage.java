package io.gatehouse.room;

import io.gatehouse.stock.Ending;
import java.util.Optional;

/** The stage of a place. The names are those of the board, the waiting page and the panel. */
public enum Stage {
    /** The visitor is in line; the serving counter has not reached the position. */
    WAITING,
    /** The visitor waits in a lane beside the default one. Visitors and operators are shown {@link #WAITING}. */
    IN_LANE,
    /** The visitor is called: the claim window is running, and the turn holds a slot. */
    TURN,
    /**
     * The slot of the turn has been handed on: the turn stays open until the claim window ends. Visitors are
     * shown {@link #TURN}.
     */
    RELEASED,
    /**
     * The visitor has come to a released turn: the next free slot is theirs, and the claim window stands
     * still until then.
     */
    READY,
    /** The turn went by unclaimed; the visitor may ask for one second chance, for a while. */
    LAPSED,
    /**
     * The visitor has asked for the second chance: called before those who are still waiting, as far as the
     * returning ones' share goes.
     */
    RETURNING,
    /** The visitor has claimed the turn and holds an admission. */
    ADMITTED,
    /**
     * The visit is over, and its slot is kept until its last token ends: a site that has some may not have
     * heard of it.
     */
    ENDING,
    /** The visit was finished: logged out, revoked, or reported as completed. */
    COMPLETED,
    /** The visit was given up, or the site never saw the visitor that was let in. */
    ABANDONED,
    /** The admission or the second chance ran out, no page looked for the place, or an operator ended it. */
    EXPIRED,
    /** The visitor left the line. */
    LEFT;

    /** A count of places by stage, as a room's snapshot shows it and stores keep it. */
    public enum Count {
        /** Places that wait for their first turn. */
        WAITING,
        /** Places that wait to be called again, or in a lane beside the default one. */
        RETURNING,
        /** Open turns that hold a slot. */
        TURNS,
        /** Visitors who have come to their turns, and wait for a slot. */
        READY,
        /** Admissions that take a slot. */
        ADMITTED,
        /** All others. */
        OVER
    }

    /** The count that a place at this stage belongs to. */
    public Count count() {
        return switch (this) {
            case WAITING -> Count.WAITING;
            case IN_LANE, RETURNING -> Count.RETURNING;
            case TURN -> Count.TURNS;
            case READY -> Count.READY;
            case ADMITTED, ENDING -> Count.ADMITTED;
            case RELEASED, LAPSED, COMPLETED, ABANDONED, EXPIRED, LEFT -> Count.OVER;
        };
    }

    /** True while the place waits for a call; it ends if no page looks for it for long. */
    public boolean isInLine() {
        return this == WAITING || this == IN_LANE || this == RETURNING;
    }

    /** True while the visitor is called and has not claimed: with a slot, or after it was handed on. */
    public boolean isCalled() {
        return isTurn() || this == READY;
    }

    /** True while a claim window is running, whether the turn holds a slot or not. */
    public boolean isTurn() {
        return this == TURN || this == RELEASED;
    }

    /** True when nothing can follow: a visitor who comes again takes a new place. */
    public boolean isEnded() {
        return this == ENDING || this == COMPLETED || this == ABANDONED || this == EXPIRED || this == LEFT;
    }

    /** True while an admission takes a slot: one in use, or one that is over and may live on at a site. */
    public boolean isInside() {
        return this == ADMITTED || this == ENDING;
    }

    /** True while the place takes a slot of the room's capacity: a turn that holds one, or an admission. */
    public boolean takesSlot() {
        return this == TURN || isInside();
    }

    /** The ending of an admission at this stage; empty where it has not ended, and where that is not counted. */
    Optional<Ending> ending() {
        return switch (this) {
            case COMPLETED -> Optional.of(Ending.COMPLETED);
            case ABANDONED -> Optional.of(Ending.ABANDONED);
            case EXPIRED -> Optional.of(Ending.EXPIRED);
            default -> Optional.empty();
        };
    }

    /**
     * The stage that its visitor is shown: an ended visit is over for them, even if it keeps its slot, and a
     * turn is theirs, even if it keeps none.
     */
    public Stage told() {
        return switch (this) {
            case ENDING -> COMPLETED;
            case RELEASED -> TURN;
            default -> shown();
        };
    }

    /** The stage for operators. */
    public Stage shown() {
        return this == IN_LANE ? WAITING : this;
    }

    /** The stage that a store writes: earlier versions file places in lanes with returning ones. */
    public Stage kept() {
        return this == IN_LANE ? RETURNING : this;
    }
}
