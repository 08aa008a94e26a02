/** The draw of a room at the panel: how far it has come, and the public value that operators tell. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Draw",
        allowedDependencies = {"draw", "ledger", "panel.answer", "panel.operator", "room", "schedule", "waitingroom"})
package io.gatehouse.panel.draw;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
