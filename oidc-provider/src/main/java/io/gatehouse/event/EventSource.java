package io.gatehouse.event;

import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Tells of the same in other words: an API that has events of its own. */
public interface EventSource {

    /**
     * What it says of a change of a place that has just been made; nothing as a rule. Answers from memory: a
     * visitor waits.
     */
    List<Event> changed(RoomId room, RoomStore.Step step, Instant now);

    /**
     * What it has said of a place, as far as the place says so itself. Each has the earliest time that it may
     * have happened at, which may be a claim window before. Answers from memory.
     */
    List<Event> history(RoomId room, Place place, Instant now);

    /** What it says of a room once a minute. May read the store. */
    Optional<Event> eachMinute(Room room, RoomSnapshot seen, Instant now);
}
