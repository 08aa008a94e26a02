/** The access codes of a room at the panel: imported, counted, and taken back. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Codes",
        allowedDependencies = {"ledger", "panel.answer", "panel.operator", "pass", "room", "waitingroom"})
package io.gatehouse.panel.codes;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
