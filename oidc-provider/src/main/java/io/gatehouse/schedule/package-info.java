/** The opening times of a room: its mode, its scheduled dates, and the phase that follows from them and the time. */
@NullMarked
@ApplicationModule(allowedDependencies = "draw")
package io.gatehouse.schedule;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
