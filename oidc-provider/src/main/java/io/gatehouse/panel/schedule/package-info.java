/** The dates of a room's schedule as a form of the panel has them. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Schedule",
        allowedDependencies = {"draw", "panel.answer", "schedule"})
package io.gatehouse.panel.schedule;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
