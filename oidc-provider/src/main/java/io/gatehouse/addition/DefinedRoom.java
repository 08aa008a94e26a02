package io.gatehouse.addition;

import io.gatehouse.pass.PassProperties;
import io.gatehouse.room.Room;
import io.gatehouse.tune.TuneProperties;
import java.util.Optional;

/**
 * A room as its settings define it.
 *
 * @param passes which visitors need not wait there; empty without passes
 * @param tune how it finds its limit by itself; empty where its settings alone limit it
 */
public record DefinedRoom(Room room, Optional<PassProperties> passes, Optional<TuneProperties> tune) {}
