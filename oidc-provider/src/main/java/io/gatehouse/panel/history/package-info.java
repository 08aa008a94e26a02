/**
 * The history of a room at the panel: as charts, as tables, as files, and as the report of an opening, with
 * the files for the public.
 */
@NullMarked
@ApplicationModule(
        displayName = "Panel History",
        allowedDependencies = {
            "archive",
            "chart",
            "draw",
            "history",
            "ledger",
            "panel.answer",
            "panel.operator",
            "pastdraw",
            "room",
            "waitingroom",
            "web"
        })
package io.gatehouse.panel.history;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
