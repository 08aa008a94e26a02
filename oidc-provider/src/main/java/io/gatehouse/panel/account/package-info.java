/** The operators at the panel: who there is, and what owners do to them. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Account",
        allowedDependencies = {
            "addition",
            "ledger",
            "panel.answer",
            "panel.factor",
            "panel.operator",
            "room",
            "secret",
            "setting"
        })
package io.gatehouse.panel.account;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
