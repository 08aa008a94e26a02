/** Acts on several rooms at once at the panel. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Bulk",
        allowedDependencies = {"ledger", "panel.answer", "panel.operator", "room", "waitingroom"})
package io.gatehouse.panel.bulk;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
