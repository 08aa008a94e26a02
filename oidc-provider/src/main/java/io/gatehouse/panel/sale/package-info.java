/**
 * A sale that is set up at the panel in one way: room, dates, draw, stock, lanes and site together, and the
 * rehearsal of it.
 */
@NullMarked
@ApplicationModule(
        displayName = "Panel Sale",
        allowedDependencies = {
            "lane",
            "panel.answer",
            "panel.definition",
            "panel.lobby",
            "panel.operator",
            "panel.room",
            "panel.schedule",
            "panel.simulate",
            "panel.site",
            "room",
            "schedule",
            "setting",
            "site",
            "stock",
            "waitingroom"
        })
package io.gatehouse.panel.sale;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
