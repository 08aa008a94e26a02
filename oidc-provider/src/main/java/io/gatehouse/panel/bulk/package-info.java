/** Acts on several rooms at once at the panel. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Bulk",
        allowedDependencies = {
            "lane",
            "ledger",
            "panel.answer",
            "panel.definition",
            "panel.operator",
            "panel.room",
            "room",
            "schedule",
            "waitingroom",
            "words"
        })
package io.gatehouse.panel.bulk;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
