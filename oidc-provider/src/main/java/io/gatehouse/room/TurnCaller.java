package io.gatehouse.room;

import java.util.List;

/** Calls whoever may come next, at once; asked when a visitor joins an empty line, so that they need not wait a tick. */
@FunctionalInterface
public interface TurnCaller {

    /** Calls as many as the room's inlet allows now, and says whom; nobody, if another node has just done so. */
    List<Place> call(WaitingRoom room);
}
