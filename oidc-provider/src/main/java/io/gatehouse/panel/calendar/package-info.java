/** The scheduled dates of all rooms at the panel, day by day. They are changed where each room's settings are. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Calendar",
        allowedDependencies = {"panel.answer", "panel.operator", "room", "schedule", "waitingroom"})
package io.gatehouse.panel.calendar;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
