/** The history of a room at the panel: as charts, as tables, as files, and as the report of an opening. */
@NullMarked
@ApplicationModule(
        displayName = "Panel History",
        allowedDependencies = {"chart", "history", "ledger", "panel.answer", "panel.operator", "room", "waitingroom"})
package io.gatehouse.panel.history;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
