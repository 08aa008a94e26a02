/** How many of those who take part in a draw come from one network: told to operators as numbers, before the draw. */
@NullMarked
@ApplicationModule(allowedDependencies = {"door", "draw", "room", "secret"})
package io.gatehouse.entrant;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
