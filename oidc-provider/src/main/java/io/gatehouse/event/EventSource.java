package io.gatehouse.event;

import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An API with events of its own, which tell of rooms and places in its words. */
public interface EventSource {

    /**
     * The events of a change of a place that has just been made; none as a rule. Answers from memory: a
     * visitor waits.
     */
    List<Event> changed(RoomId room, RoomStore.Step step, Instant now);

    /**
     * The former events of a place, as far as they follow from the place itself. Each has the earliest time
     * at which it may have happened, which may be a claim window before. Answers from memory.
     */
    List<Event> history(RoomId room, Place place, Instant now);

    /** The event of a room that is told once a minute. May read the store. */
    Optional<Event> eachMinute(Room room, RoomSnapshot seen, Instant now);
}
