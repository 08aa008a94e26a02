package io.gatehouse.panel.room;

import java.util.List;

/**
 * The rooms at a glance, each list in the order of the configuration.
 *
 * @param rooms those that can be looked at
 * @param damaged those whose line has lost a part, so that there is nothing to be seen of them
 * @param away those whose store cannot be asked now
 */
record AllRooms(List<RoomView> rooms, List<Damaged> damaged, List<Away> away) {

    /** A room of which nothing is known at the moment. */
    record Away(String room, String title) {}

    /**
     * A room that a new opening cures.
     *
     * @param opening the one that runs, and is damaged
     */
    record Damaged(String room, String title, long opening) {}
}
