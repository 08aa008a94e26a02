/**
 * Simulations at the panel: a room's past opening, or a planned sale, played with other settings. The room is
 * read, and never written.
 */
@NullMarked
@ApplicationModule(
        displayName = "Panel Simulate",
        allowedDependencies = {
            "addition",
            "chart",
            "history",
            "ledger",
            "panel.answer",
            "panel.definition",
            "panel.history",
            "panel.operator",
            "panel.schedule",
            "room",
            "schedule",
            "setting",
            "simulate",
            "stock",
            "time",
            "tune",
            "waitingroom",
            "web"
        })
package io.gatehouse.panel.simulate;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
