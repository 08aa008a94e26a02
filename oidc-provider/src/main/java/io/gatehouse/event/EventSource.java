package io.gatehouse.event;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Tells of the same in other words: an API that has events of its own. Answers from memory. */
public interface EventSource {

    /** What it says of a change of a place that has just been made; nothing as a rule. */
    List<Event> changed(RoomId room, RoomStore.Step step, Instant now);

    /** What it says of a room once a minute. */
    Optional<Event> eachMinute(Room room, RoomSnapshot seen, Instant now);
}
