/** The rooms that operators add, change and retire at the panel while the installation runs. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Definition",
        allowedDependencies = {
            "addition",
            "lane",
            "ledger",
            "panel.answer",
            "panel.lobby",
            "panel.operator",
            "panel.schedule",
            "pass",
            "room",
            "schedule",
            "setting",
            "tune",
            "waitingroom"
        })
package io.gatehouse.panel.definition;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
