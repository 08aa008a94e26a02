/** Finds at the panel what became of a visitor, by what the visitor can tell. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Find",
        allowedDependencies = {
            "draw",
            "lane",
            "ledger",
            "panel.answer",
            "panel.operator",
            "pass",
            "receipt",
            "room",
            "schedule",
            "waitingroom"
        })
package io.gatehouse.panel.find;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
