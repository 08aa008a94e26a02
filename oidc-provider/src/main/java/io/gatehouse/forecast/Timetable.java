package io.gatehouse.forecast;

import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.Optional;

/** Knows of rooms whose turns are granted at set times. */
@FunctionalInterface
public interface Timetable {

    /** The next grant; empty if this room has no set times, or nothing is to be granted at present. */
    Optional<Grants> of(RoomId room, Instant now);
}
