package io.gatehouse.addition;

import io.gatehouse.pass.PassProperties;
import io.gatehouse.room.Room;
import java.util.Optional;

/**
 * A room as its settings define it.
 *
 * @param passes which visitors need not wait there; empty without passes
 */
public record DefinedRoom(Room room, Optional<PassProperties> passes) {}
