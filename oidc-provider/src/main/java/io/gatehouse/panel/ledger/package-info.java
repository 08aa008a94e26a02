/** The ledgers of rooms and of the house at the panel: looked through, and exported. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Ledger",
        allowedDependencies = {"ledger", "panel.answer", "panel.operator", "room", "waitingroom", "web"})
package io.gatehouse.panel.ledger;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
