/** The networks of the entrants of a draw: operators see their numbers before the draw. */
@NullMarked
@ApplicationModule(allowedDependencies = {"door", "draw", "room", "secret"})
package io.gatehouse.entrant;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
