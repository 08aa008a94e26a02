package io.gatehouse.addition;

import io.gatehouse.pass.PassProperties;
import io.gatehouse.room.Room;
import io.gatehouse.tune.TuneProperties;
import java.util.Optional;

/**
 * A room as its settings define it.
 *
 * @param passes exempt their bearers from waiting; empty without passes
 * @param tune finds the limit automatically; empty where the settings alone limit the room
 */
public record DefinedRoom(Room room, Optional<PassProperties> passes, Optional<TuneProperties> tune) {}
