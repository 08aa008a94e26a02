/** Alerts at the panel: what is wrong in rooms now, what was in the last day, and whether operators were told. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Alert",
        allowedDependencies = {"alert", "panel.answer", "panel.operator", "room"})
package io.gatehouse.panel.alert;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
