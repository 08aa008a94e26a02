package io.gatehouse.room;

/** Calls whoever may come next, at once; asked when a visitor joins an empty line, so that they need not wait a tick. */
@FunctionalInterface
public interface TurnCaller {

    /** Calls as many as the room's inlet allows now; nobody, if another node has just done so. */
    void call(WaitingRoom room);
}
