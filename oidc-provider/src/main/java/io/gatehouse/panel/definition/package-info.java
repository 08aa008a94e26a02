/** The rooms that operators add, change and retire at the panel while the installation runs. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Definition",
        allowedDependencies = {
            "addition",
            "ledger",
            "panel.answer",
            "panel.operator",
            "room",
            "schedule",
            "setting",
            "stock"
        })
package io.gatehouse.panel.definition;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
