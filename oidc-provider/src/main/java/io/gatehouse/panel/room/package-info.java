/** The rooms at the panel: what operators see of a line and its settings, and what they do to them. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Room",
        allowedDependencies = {
            "draw",
            "entrant",
            "lane",
            "panel.answer",
            "panel.lobby",
            "panel.operator",
            "panel.schedule",
            "room",
            "schedule",
            "setting",
            "stock",
            "tune",
            "inlet",
            "forecast",
            "ledger",
            "secret",
            "words",
            "waitingroom"
        })
package io.gatehouse.panel.room;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
