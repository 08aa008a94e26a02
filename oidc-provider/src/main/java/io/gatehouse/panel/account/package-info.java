/** The operators at the panel: who there is and who has a second factor, which an owner may take away. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Account",
        allowedDependencies = {"panel.answer", "panel.operator", "panel.factor", "ledger", "room", "waitingroom"})
package io.gatehouse.panel.account;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
