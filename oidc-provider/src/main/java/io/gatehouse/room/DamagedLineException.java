package io.gatehouse.room;

import org.jspecify.annotations.Nullable;

/**
 * The store has lost a part of this room's line and not the rest, so the number inside is unknown. It answers
 * nothing of the room until an operator starts a new opening after this one; time alone does not cure it.
 */
public final class DamagedLineException extends StoreUnavailableException {

    private final RoomId room;
    private final long opening;

    /** @param opening the running opening, which is damaged */
    public DamagedLineException(RoomId room, long opening, String what, @Nullable Throwable cause) {
        super(
                "room " + room + " has lost a part of its line, and only a new opening after " + opening + " cures it: "
                        + what,
                cause);
        this.room = room;
        this.opening = opening;
    }

    public RoomId room() {
        return room;
    }

    public long opening() {
        return opening;
    }
}
