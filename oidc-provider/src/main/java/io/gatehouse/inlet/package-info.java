/** The pace of the serving counter: the inlets, and the turnstile that asks them. */
@NullMarked
@ApplicationModule(allowedDependencies = {"draw", "room", "schedule", "setting", "stock", "time"})
package io.gatehouse.inlet;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
