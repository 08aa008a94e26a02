package io.gatehouse.panel.room;

import java.util.List;

/**
 * The rooms at a glance, each list in the order of the configuration.
 *
 * @param rooms those that can be looked at
 * @param damaged those whose line has lost a part, so that there is nothing to be seen of them
 */
record AllRooms(List<RoomView> rooms, List<Damaged> damaged) {

    /**
     * A room that a new opening cures.
     *
     * @param opening the one that runs, and is damaged
     */
    record Damaged(String room, String title, long opening) {}
}
